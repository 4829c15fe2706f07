-- One row per academy drawn (T). Whoever recomputes the digests must come to the recorded order.
INSERT INTO staged_draw (award_id, tie, position, academy, academy_key, seed, digest, drawn_at, recorded_by)
SELECT t.award, t.tie, t.position, t.academy, a.academy_key, t.seed,
  sha256(nfc_normalize(t.seed) || chr(10) || nfc_normalize(t.academy)), t.drawn_at, t.recorded_by
FROM typed_draws AS t JOIN staged_academy_spelling AS a ON a.spelling = t.academy
ORDER BY t.award, t.tie, t.position;

INSERT INTO row_finding
SELECT 'draws', _row, 'warning', 'draw_disagrees', 'position', position::VARCHAR, 'T', 'seed and academy give another order than the one recorded'
FROM (
  SELECT _row, position, row_number() OVER (PARTITION BY award, tie, seed ORDER BY position, _row) AS recorded,
    row_number() OVER (
      PARTITION BY award, tie, seed ORDER BY sha256(nfc_normalize(seed) || chr(10) || nfc_normalize(academy)), _row
    ) AS computed
  FROM typed_draws
) WHERE recorded <> computed;
