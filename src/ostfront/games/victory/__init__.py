"""What the two Victory games share: combat, retreats, how computer players reckon and act, what is measured."""
