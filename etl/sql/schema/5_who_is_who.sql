-- Who is who across spellings, events and sources: reviewed by people, in force from one version of the store to another.

CREATE TABLE academy_alias (
  alias_id INTEGER PRIMARY KEY,
  status VARCHAR NOT NULL CHECK (status IN ('accepted', 'rejected')),
  alias VARCHAR NOT NULL,
  alias_key VARCHAR NOT NULL,
  academy VARCHAR NOT NULL,
  academy_key VARCHAR NOT NULL,
  association VARCHAR,
  association_key VARCHAR,
  valid_from DATE,
  valid_to DATE,
  note VARCHAR,
  version_id INTEGER NOT NULL,
  undone_version_id INTEGER,
  recorded_by VARCHAR NOT NULL,
  recorded_at TIMESTAMP NOT NULL,
  undone_by VARCHAR,
  undone_at TIMESTAMP,
  undone_reason VARCHAR,
  CHECK (alias_key <> academy_key OR association IS NOT NULL),
  CHECK (valid_from IS NULL OR valid_to IS NULL OR valid_from <= valid_to)
);
COMMENT ON TABLE academy_alias IS 'The ledger of academies: one row per reviewed pair of names, merged or to be kept apart; nothing else merges academies.';
COMMENT ON COLUMN academy_alias.alias_id IS 'Number of the row in this store; it is what undo names.';
COMMENT ON COLUMN academy_alias.status IS 'accepted = the alias is the academy; rejected = they are two, and are not suggested again.';
COMMENT ON COLUMN academy_alias.alias IS 'The other name, in the spelling it was reviewed in.';
COMMENT ON COLUMN academy_alias.alias_key IS 'The alias normalised: every spelling of this key is meant. Equal to academy_key where the row only names an association.';
COMMENT ON COLUMN academy_alias.academy IS 'The academy it stands for.';
COMMENT ON COLUMN academy_alias.academy_key IS 'The academy normalised; it may be an alias of a third one itself.';
COMMENT ON COLUMN academy_alias.association IS 'Association the academy belongs to; NULL = not said.';
COMMENT ON COLUMN academy_alias.association_key IS 'The association normalised; NULL with association.';
COMMENT ON COLUMN academy_alias.valid_from IS 'First day on which an event may start for the row to apply; NULL = from the beginning.';
COMMENT ON COLUMN academy_alias.valid_to IS 'Last such day; NULL = without end.';
COMMENT ON COLUMN academy_alias.note IS 'Why, or where it is known from; NULL = not said.';
COMMENT ON COLUMN academy_alias.version_id IS 'Versions of events from this number on have it.';
COMMENT ON COLUMN academy_alias.undone_version_id IS 'Versions from this number on no longer have it; NULL = in force.';
COMMENT ON COLUMN academy_alias.recorded_by IS 'Who recorded it.';
COMMENT ON COLUMN academy_alias.recorded_at IS 'When, UTC.';
COMMENT ON COLUMN academy_alias.undone_by IS 'Who undid it; NULL = in force.';
COMMENT ON COLUMN academy_alias.undone_at IS 'When it was undone, UTC; NULL = in force.';
COMMENT ON COLUMN academy_alias.undone_reason IS 'Why it was undone; NULL = in force, or not said.';

CREATE TABLE version_academy (
  version_id INTEGER NOT NULL,
  spelling VARCHAR NOT NULL,
  academy_key VARCHAR NOT NULL,
  association VARCHAR,
  association_key VARCHAR,
  shown VARCHAR
);
COMMENT ON TABLE version_academy IS 'One row per spelling of an academy in a version''s facts, decisions and published lists: which academy it is there.';
COMMENT ON COLUMN version_academy.version_id IS 'The version.';
COMMENT ON COLUMN version_academy.spelling IS 'As written.';
COMMENT ON COLUMN version_academy.academy_key IS 'The academy, by the aliases in force for this version on the day the event starts.';
COMMENT ON COLUMN version_academy.association IS 'Its association then; NULL = none known.';
COMMENT ON COLUMN version_academy.association_key IS 'Which association that is; NULL with association.';
COMMENT ON COLUMN version_academy.shown IS 'Name to show instead of the most frequent spelling; NULL but in a standing by association.';
