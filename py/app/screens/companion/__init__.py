"""The companion of the printed game: it deals the edicts and the cards, while people draw on paper."""
