-- Names of languages that were stored as if they were tags: search and word counts know tags alone. No language has a tag whose
-- first part is longer than three letters.
CREATE TEMPORARY TABLE named_language ON COMMIT DROP AS
SELECT * FROM (VALUES
  ('german', 'de'), ('deutsch', 'de'), ('english', 'en'), ('french', 'fr'), ('francais', 'fr'), ('spanish', 'es'), ('espanol', 'es'),
  ('italian', 'it'), ('italiano', 'it'), ('dutch', 'nl'), ('swedish', 'sv'), ('svenska', 'sv'), ('danish', 'da'), ('dansk', 'da'),
  ('norsk', 'no'), ('finnish', 'fi'), ('suomi', 'fi'), ('russian', 'ru'), ('turkish', 'tr'), ('arabic', 'ar'), ('greek', 'el'),
  ('hebrew', 'he'), ('hindi', 'hi'), ('polish', 'pl'), ('polski', 'pl'), ('czech', 'cs'), ('cestina', 'cs'), ('magyar', 'hu'),
  ('romanian', 'ro'), ('romana', 'ro'), ('chinese', 'zh'), ('japanese', 'ja'), ('korean', 'ko'), ('persian', 'fa'), ('malay', 'ms'),
  ('bengali', 'bn'), ('catalan', 'ca'), ('catala', 'ca'), ('basque', 'eu'), ('euskara', 'eu'), ('irish', 'ga'), ('gaeilge', 'ga'),
  ('estonian', 'et'), ('eesti', 'et'), ('latvian', 'lv'), ('serbian', 'sr'), ('croatian', 'hr'), ('hrvatski', 'hr'), ('slovak', 'sk'),
  ('tamil', 'ta'), ('telugu', 'te'), ('armenian', 'hy'), ('yiddish', 'yi'), ('nepali', 'ne'), ('latin', 'la'), ('welsh', 'cy'),
  ('cymraeg', 'cy'), ('galician', 'gl'), ('galego', 'gl'), ('islenska', 'is'), ('maltese', 'mt'), ('swahili', 'sw'), ('albanian', 'sq'),
  ('shqip', 'sq'), ('georgian', 'ka')
) AS known (name, tag);

UPDATE book b SET language = n.tag, version = version + 1 FROM named_language n WHERE b.language = n.name;
UPDATE publication p SET language = n.tag FROM named_language n WHERE p.language = n.name;
