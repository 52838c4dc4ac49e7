// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import type { Catalogue } from '#sentences/say.ts';

/** What the engine says of expressions, in Dutch, by the patterns of its sentences. */
export const expressionSentencesNl: Catalogue = {
  "'.' means the answer, of which this says nothing: write ${Name}.":
    "'.' staat voor het antwoord, waarover dit niets zegt: schrijf ${Naam}.",
  "What '-' makes negative": "Wat achter '-' staat",
  '{0} is a function and needs parentheses: {1}.': '{0} is een functie en heeft haakjes nodig: {1}.',
  "The word {0} has no meaning here: a field is written ${{1}}, a text '{2}'.":
    "Het woord {0} heeft hier geen betekenis: een veld schrijft u als ${{1}}, een tekst als '{2}'.",
  'No choice has an attribute {0}.{1}': 'Geen keuze heeft een kenmerk {0}.{1}',
  'The function {0} is not served: {1}.': 'De functie {0} is er niet: {1}.',
  'There is no function {0}.{1}': 'Er is geen functie {0}.{1}',
  '{0} takes {1}, not {2}.': '{0} krijgt {1}, niet {2}.',
  '{0} or more arguments': '{0} of meer waarden',
  '{0} to {1} arguments': '{0} tot {1} waarden',
  '1 argument': '1 waarde',
  '{0} arguments': '{0} waarden',
  'What {0} takes here': 'Wat {0} hier krijgt',
  '{0} must be {1}, but {2} is {3}{4}.': '{0} moet {1} zijn, maar {2} is {3}{4}.',
  this: 'dit',
  '{0} has a value in each entry of its repeat: sum, min, max, count, join or indexed-repeat make one of them.':
    '{0} heeft in elke keer van zijn herhaling een waarde: sum, min, max, count, join of indexed-repeat maken er één van.',
  " Did you mean '{0}'?": ' Bedoelt u ‘{0}’?',
  "'{0}' is no choice of {1}.{2}": "'{0}' is geen keuze van {1}.{2}",
  '{0} is {1}, of which nothing can be chosen: a singleChoice or multiChoice is needed.':
    '{0} is {1}, waarvan niets te kiezen is: een veld met keuzes is nodig.',
  'The choice that is asked for': 'De keuze waarnaar wordt gevraagd',
  'The place': 'De plaats',
  "The field whose choices are meant is written '${Name}'.":
    "Het veld waarvan de keuzes zijn bedoeld, schrijft u als '${Naam}'.",
  '{0} has no choices.': '{0} heeft geen keuzes.',
  'What {0} reads': 'Wat {0} leest',
  'The pattern': 'Het patroon',
  'What {0} writes': 'Wat {0} schrijft',
  'What distance measures': 'Wat distance meet',
  'What {0} gives beside {1}': 'Wat {0} geeft naast {1}',
  'What if asks': 'Wat if vraagt',
  'What {0} adds': 'Wat {0} optelt',
  'What {0} compares': 'Wat {0} vergelijkt',
  '{0} compares values of one type: this is {1}, the first is {2}.':
    '{0} vergelijkt waarden van één soort: dit is {1}, de eerste is {2}.',
  'What number reads': 'Wat number leest',
  "Each side of '{0}'": "Elke kant van '{0}'",
  "What '{0}' compares with {1}": "Wat '{0}' vergelijkt met {1}",
  "{0} is {1}, which can be compared with '' only{2}.":
    "{0} is {1}, en dat kan alleen met '' worden vergeleken{2}.",
  "What '{0}' has beside a date": "Wat '{0}' naast een datum heeft",
  'An expression has at most {0} characters; this one has {1}.':
    'Een formule heeft hoogstens {0} tekens; deze heeft er {1}.',
  'An expression has at most {0} parts.': 'Een formule heeft hoogstens {0} delen.',
  'An expression is at most {0} levels deep.': 'Een formule is hoogstens {0} niveaus diep.',
  'There is no expression.': 'Er staat geen formule.',
  'Something is missing at the end.': 'Aan het einde ontbreekt iets.',
  "'Equal' is written with one =.": '‘Gelijk aan’ schrijft u met één =.',
  'A value is expected here, not {0}.': 'Hier hoort een waarde, niet {0}.',
  'The parenthesis that is opened here is not closed.':
    'Het haakje dat hier wordt geopend, wordt niet gesloten.',
  'An operator, a comma or a closing parenthesis is expected here.':
    'Hier hoort een teken zoals + of and, een komma of een sluitend haakje.',
  'No parenthesis is open here.': 'Hier staat geen haakje open.',
  'Operators are written in lower case: {0}.': 'Dit schrijft u met kleine letters: {0}.',
  'An operator or the end is expected here.': 'Hier hoort een teken zoals + of and, of het einde.',
  '{0} is {1}: a repeat is needed here, or a field in one.':
    '{0} is {1}: hier is een herhaling nodig, of een veld erin.',
  'position knows the entry around it only: position(..).':
    'position kent alleen de keer waarin het staat: position(..).',
  'position(..) is asked inside a repeat, and this stands in none.':
    'position(..) hoort in een herhaling, en dit staat er niet in.',
  '{0} is no repeat.': '{0} is geen herhaling.',
  '{0} is not inside the repeat before it.': '{0} staat niet in de herhaling ervoor.',
  'The number of the entry of {0} is missing.': 'Het nummer van de keer van {0} ontbreekt.',
  'The number of an entry': 'Het nummer van een keer',
  '{0} is not a field of the last repeat that is named.':
    '{0} is geen veld van de laatste herhaling die wordt genoemd.',
  'A field is needed here, written ${Name}.': 'Hier is een veld nodig, geschreven als ${Naam}.',
  '{0} is {1}, which has no text.': '{0} is {1}, en dat heeft geen tekst.',
  "The pattern must stand in the expression itself: '[A-Z]{2}'.":
    "Het patroon moet in de formule zelf staan: '[A-Z]{2}'.",
  'The text that begins here has no closing quote.':
    'De tekst die hier begint, heeft geen sluitend aanhalingsteken.',
  "Texts stand in straight quotes: 'crack'.": "Teksten staan tussen rechte aanhalingstekens: 'scheur'.",
  'A field is written ${Name}: the closing brace is missing, or the name holds what no name does.':
    'Een veld schrijft u als ${Naam}: de sluitende accolade ontbreekt, of in de naam staat wat er niet in mag.',
  'A field is written ${Name}.': 'Een veld schrijft u als ${Naam}.',
  'Braces stand around the name of a field only: ${Name}.':
    'Accolades staan alleen om de naam van een veld: ${Naam}.',
  "Conditions are joined by the words 'and' and 'or'.":
    "Voorwaarden verbindt u met de woorden 'and' (en) en 'or' (of).",
  "'Not equal' is written !=, and the opposite of a condition not(…).":
    '‘Niet gelijk aan’ schrijft u als !=, en het tegendeel van een voorwaarde als not(…).',
  "A quotient is written with the word 'div'; fields are written ${Name}, not as paths.":
    "Delen schrijft u met het woord 'div'; velden als ${Naam}, niet als paden.",
  "A remainder is written with the word 'mod'.": "De rest van een deling schrijft u met het woord 'mod'.",
  'Predicates are not served: indexed-repeat(${Field}, ${Repeat}, 2) reads one entry of a repeat.':
    'Predicaten zijn er niet: indexed-repeat(${Veld}, ${Herhaling}, 2) leest één keer van een herhaling.',
  'The character {0} has no meaning here.': 'Het teken {0} heeft hier geen betekenis.',
  'a text': 'een tekst',
  'a number': 'een getal',
  'true or false': 'waar of onwaar',
  'a date': 'een datum',
  'a time': 'een tijd',
  'a date with time': 'een datum met tijd',
  'a list of choices': 'een lijst van keuzes',
  'a location': 'een plaats',
  'a picture or file': 'een foto of bestand',
  'a repeat': 'een herhaling',
};
