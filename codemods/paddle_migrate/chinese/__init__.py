"""What the tool says, in Chinese where that is wanted. The English sentences are the keys; no other wing knows it."""
