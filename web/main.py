from browser.page import start

start()
