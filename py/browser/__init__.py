"""The only code that knows the browser: events become messages, and the view's differences reach the document."""
