import type { Catalogue } from '#sentences/say.ts';

/** What is said of any request, in Dutch. */
export const requestSentencesNl: Catalogue = {
  'Your request is not valid!': 'Uw verzoek klopt niet!',
  'An internal error occurred during your request! (request {0})':
    'Er ging op de server iets mis met uw verzoek! (verzoek {0})',
  'The Host header is missing.': 'De Host-header ontbreekt.',
  'The request has more than one Host header.': 'Het verzoek heeft meer dan één Host-header.',
  "The host must be a name or an address with an optional port, such as ronda.example.org:8080; '{0}' was given.":
    'De host moet een naam of een adres zijn, eventueel met een poort, zoals ronda.example.org:8080; er staat ‘{0}’.',
  "The request target '{0}' must be a path, or an http address of the host in the Host header.":
    'Het adres ‘{0}’ moet een pad zijn, of een http-adres van de host in de Host-header.',
  'There is nothing at this address.': 'Op dit adres is niets.',
  'The address cannot be read.': 'Het adres is niet te lezen.',
  'The address contains the character U+0000.': 'Het adres bevat het teken U+0000.',
  '{0} is not possible here.': '{0} kan hier niet.',
  'The body is too large.': 'Het bericht is te groot.',
  'The request could not be read.': 'Het verzoek was niet te lezen.',
  'The body must be JSON: send it as application/json, in UTF-8 and not compressed.':
    'Het bericht moet JSON zijn: stuur het als application/json, in UTF-8 en niet gecomprimeerd.',
  'The body is larger than {0} bytes.': 'Het bericht is groter dan {0} bytes.',
  'The body is not valid UTF-8.': 'Het bericht is geen geldige UTF-8.',
  'The body must be a JSON object.': 'Het bericht moet een JSON-object zijn.',
  'A JSON body is required.': 'Een bericht in JSON is verplicht.',
  'The body is not valid JSON: {0}.': 'Het bericht is geen geldige JSON: {0}.',
  'The body nests deeper than {0} levels.': 'Het bericht is dieper dan {0} niveaus.',
  'The body holds {0} values; at most {1} are read.':
    'Het bericht bevat {0} waarden; er worden er hoogstens {1} gelezen.',
  "The field '{0}' contains the character U+0000, which cannot be stored.":
    'Het veld ‘{0}’ bevat het teken U+0000, dat niet kan worden bewaard.',
  "The field '{0}' contains half of a surrogate pair, which is not text.":
    'Het veld ‘{0}’ bevat een half surrogaatpaar, en dat is geen tekst.',
  "The field '{0}' holds the number {1}, which cannot be kept exactly. Whole numbers go up to 9007199254740991; send a larger one as a string.":
    'Het veld ‘{0}’ bevat het getal {1}, dat niet precies kan worden bewaard. Gehele getallen gaan tot 9007199254740991; stuur een groter getal als tekst.',
  'A field name contains U+0000 or half of a surrogate pair.':
    'Een veldnaam bevat U+0000 of een half surrogaatpaar.',
  "'{0}' cannot be used as the name of a field.": '‘{0}’ kan niet de naam van een veld zijn.',
  "The field '{0}' is given in two spellings with different values.":
    'Het veld ‘{0}’ staat er in twee schrijfwijzen met verschillende waarden.',
  'The parameter {0} is given twice.': 'De parameter {0} staat er twee keer.',
  'The parameter {0} contains the character U+0000.': 'De parameter {0} bevat het teken U+0000.',
  "The query parameter '{0}' is given twice.": 'De parameter ‘{0}’ van het adres staat er twee keer.',
  "The query parameter '{0}' is missing.": 'De parameter ‘{0}’ van het adres ontbreekt.',
  "The query parameter '{0}' is not UTF-8, percent-encoded.":
    'De parameter ‘{0}’ van het adres is geen UTF-8 in procentcodering.',
  'Say in the header If-Match which state this is about: the ETag that was read, or * for whatever is there.':
    'Zeg in de header If-Match om welke stand het gaat: de ETag die is gelezen, of * voor wat er ook staat.',
  'If-Match must be an ETag as it was read, in quotes, such as "3", or *; {0} was given.':
    'If-Match moet een ETag zijn zoals die is gelezen, tussen aanhalingstekens, zoals "3", of *; gegeven is {0}.',
  "'after' must be the 'next' of the page before.": '‘after’ moet de ‘next’ van de vorige pagina zijn.',
  'It takes too long or too much memory to answer this. Ask for less.':
    'Een antwoord hierop kost te veel tijd of geheugen. Vraag om minder.',
  'Something that the request names was deleted in this moment. Nothing was changed; read it again.':
    'Iets wat het verzoek noemt, is zojuist verwijderd. Er is niets gewijzigd; lees het opnieuw.',
  'The service is overloaded. Try again in a moment.':
    'De server heeft het te druk. Probeer het zo meteen opnieuw.',
  'You have too many requests of this kind in progress. Try again in {0} s.':
    'Er lopen al te veel verzoeken van deze soort van u. Probeer het over {0} s opnieuw.',
  'Your organisation has too many requests of this kind in progress. Try again in {0} s.':
    'Er lopen al te veel verzoeken van deze soort van uw organisatie. Probeer het over {0} s opnieuw.',
  'The database is not available at the moment. Try again in a few seconds.':
    'De database is even niet bereikbaar. Probeer het over enkele seconden opnieuw.',
  "The Idempotency-Key '{0}' was used for another request.":
    'De Idempotency-Key ‘{0}’ is al voor een ander verzoek gebruikt.',
  'The Idempotency-Key must have 1 to {0} printable ASCII characters without blanks.':
    'De Idempotency-Key moet 1 tot {0} zichtbare ASCII-tekens zonder spaties hebben.',
  "The change token '{0}' cannot be read. Send nextChangeToken exactly as it was answered, or none to start from the first change.":
    'Het wijzigingstoken ‘{0}’ is niet te lezen. Stuur nextChangeToken precies zoals het antwoord het gaf, of geen om bij de eerste wijziging te beginnen.',
  'wait is {0} seconds; it must be between 0 and {1}.':
    'wait is {0} seconden; het moet tussen 0 en {1} liggen.',
  'This app is not built on this server: its operator runs `npm start`, or `node tools/build-apps.ts`.':
    'Deze app is op deze server niet gebouwd: de beheerder doet dat met `npm start` of `node tools/build-apps.ts`.',

  "The field '{0}' must be {1}; {2}": 'Het veld ‘{0}’ moet {1} zijn; {2}',
  "The field '{0}' must be {1}; {2}{3}": 'Het veld ‘{0}’ moet {1} zijn; {2}{3}',
  "The field '{0}' must be {1}; '{2}' was given.": 'Het veld ‘{0}’ moet {1} zijn; gegeven is ‘{2}’.',
  "The field '{0}' must be {1} {2}; {3}": 'Het veld ‘{0}’ moet {1} {2} zijn; {3}',
  "The field '{0}' must be one of {1}; {2}": 'Het veld ‘{0}’ moet een van {1} zijn; {2}',
  "The field '{0}' must be a {1}; {2}": 'Het veld ‘{0}’ moet een {1} zijn; {2}',
  '{0} was given.': 'gegeven is {0}.',
  "The field '{0}' must have at least {1} characters.": 'Het veld ‘{0}’ moet minstens {1} tekens hebben.',
  "The field '{0}' may have at most {1} characters; {2} were given.":
    'Het veld ‘{0}’ mag hoogstens {1} tekens hebben; het zijn er {2}.',
  "The field '{0}' must have at least {1}.": 'Het veld ‘{0}’ moet minstens {1} hebben.',
  "The field '{0}' may have at most {1}; {2} were given.":
    'Het veld ‘{0}’ mag hoogstens {1} hebben; het zijn er {2}.',
  "The field '{0}' is not known here.{1}": 'Het veld ‘{0}’ is hier niet bekend.{1}',
  "The field '{0}' must have no blanks at its beginning and end; {1}":
    'Het veld ‘{0}’ mag niet met spaties beginnen of eindigen; {1}',
  "The field '{0}' must NOT have more than {1} properties.":
    'Het veld ‘{0}’ mag hoogstens {1} onderdelen hebben.',
  "The field '{0}' must NOT have duplicate items (items ## {1} and {2} are identical).":
    'In het veld ‘{0}’ mag niets dubbel staan ({1} en {2} zijn gelijk, geteld vanaf 0).',
  "The field '{0}' must be equal to constant.": 'Het veld ‘{0}’ heeft niet de enige mogelijke waarde.',
  "The field '{0}' {1}.": 'Het veld ‘{0}’ klopt niet: {1}.',
  "The field '{0}' {1}": 'Het veld ‘{0}’ {1}',
  'The {0} field is required.': 'Het veld {0} is verplicht.',
  'The body has {0} members; at most {1} are allowed.':
    'De body heeft {0} onderdelen; hoogstens {1} zijn toegestaan.',
  'There are more errors.': 'Er zijn meer fouten.',
  'The query has more than {0} parameters.': 'De query heeft meer dan {0} parameters.',
  ' Known are {0}.': ' Bekend zijn {0}.',
  '1 element': '1 element',
  '{0} elements': '{0} elementen',
  '1 member': '1 onderdeel',
  '{0} members': '{0} onderdelen',
  'a text of at most {0} characters': 'een tekst van hoogstens {0} tekens',
  'an array': 'een lijst',
  'an object': 'een object',
  null: 'null',
  nothing: 'niets',
  'a date and time with zone, such as 2026-11-21T08:00:00.000Z or 2026-11-21T09:00:00+01:00':
    'een datum en tijd met tijdzone, zoals 2026-11-21T08:00:00.000Z of 2026-11-21T09:00:00+01:00,',
  '{0}, the plus sign sent as %2B': '{0} met het plusteken als %2B',

  ' or ': ' of ',
  ' and ': ' en ',
  ', and ': ', en ',
  ' and {0} more': ' en nog {0}',
  '{0} and {1} more': '{0} en nog {1}',
};
