import type { Catalogue } from '#sentences/say.ts';

/** What is said of a document that does not have the shape of its schema, in Dutch. */
export const shapeSentencesNl: Catalogue = {
  'The definition': 'De definitie',
  'The member {0} is missing.': '{0} ontbreekt.',
  'There is no member {0} here.{1}': 'Hier is geen {0}.{1}',
  '{0} must be {1}; {2} was given.{3}': '{0} moet {1} zijn; gegeven is {2}.{3}',
  ' Put it in quotes.': ' Zet het tussen aanhalingstekens.',
  '{0} must be one of {1}; {2} was given.{3}': '{0} moet een van {1} zijn; gegeven is {2}.{3}',
  "{0} must have no blanks at its beginning and end; '{1}' was given.":
    '{0} mag niet met spaties beginnen of eindigen; gegeven is ‘{1}’.',
  '{0} is {1}; it must be {2}.': '{0} is {1}; het moet {2} zijn.',
  '{0} must not be empty.': '{0} mag niet leeg zijn.',
  '{0} must have at least {1} characters.': '{0} moet minstens {1} tekens hebben.',
  '{0} may have at most {1} characters; {2} were given.':
    '{0} mag hoogstens {1} tekens hebben; het zijn er {2}.',
  '{0} must have at least {1} entry.': 'In {0} moet er minstens {1} staan.',
  '{0} may have at most {1} entries; {2} were given.':
    'In {0} mogen er hoogstens {1} staan; het zijn er {2}.',
  '{0} has too few members: the limit is {1}.': '{0} heeft te weinig onderdelen: de grens is {1}.',
  '{0} has too many members: the limit is {1}.': '{0} heeft te veel onderdelen: de grens is {1}.',
  '{0} must be {1} {2}; {3} was given.': '{0} moet {1} {2} zijn; gegeven is {3}.',
  'an object with members': 'een object met onderdelen',
  'the number {0}': 'het getal {0}',
  'the boolean {0}': 'de waarde {0}',
  'a text that matches {0}': 'een tekst volgens {0}',
  '1 to 64 letters and digits, without accents': '1 tot 64 letters en cijfers, zonder accenten,',
  '1 to 64 letters, digits, hyphens and underscores, without accents':
    '1 tot 64 letters, cijfers, streepjes en liggende streepjes, zonder accenten,',
  'printable ASCII without spaces': 'zichtbare ASCII-tekens zonder spaties',
  'a letter and then letters, digits and underscores, without accents':
    'een letter met daarna letters, cijfers en liggende streepjes, zonder accenten,',
};
