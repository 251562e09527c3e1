"""The only code that touches the browser: it turns events into messages, and shows each new view."""
