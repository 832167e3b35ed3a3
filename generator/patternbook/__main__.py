"""``python -m patternbook``."""

from patternbook.cli import main

raise SystemExit(main())
