"""`python -m tatame`: the same program without its entry point."""

import sys

from tatame.cli import main

sys.exit(main())
