"""One category at a time: bouts and entries in, places with their rule out (section M). Plain rows, no database."""
