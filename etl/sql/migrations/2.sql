-- Layout 2 to 3.
-- What is counted beforehand for questions about methods is counted otherwise now, and made anew by the next load.

DELETE FROM method_count;
DELETE FROM method_count_version;
