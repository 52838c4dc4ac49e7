import type { Catalogue } from '#sentences/say.ts';

/** What is said of items, and of files that are brought in, in Dutch. */
export const itemSentencesNl: Catalogue = {
  "There is no content type with the id '{0}'.": 'Er is geen objectsoort met het id ‘{0}’.',
  "There is no content type with the name or id '{0}'.{1}":
    'Er is geen objectsoort met de naam of het id ‘{0}’.{1}',
  "There is already a content type with the name '{0}', letter case ignored.":
    'Er is al een objectsoort met de naam ‘{0}’, op hoofdletters na.',
  "The content type '{0}' was changed meanwhile and is at revision {1}: read it again.":
    'De objectsoort ‘{0}’ is intussen gewijzigd, tot revisie {1}: lees haar opnieuw.',
  "The content type '{0}' cannot be deleted: {1}.": 'De objectsoort ‘{0}’ kan niet worden verwijderd: {1}.',
  'workbooks inspect it ({0})': 'werkboeken inspecteren haar ({0})',
  'it has an item, archived ones included': 'zij heeft een object, gearchiveerde meegerekend',
  'it has {0} items, archived ones included': 'zij heeft {0} objecten, gearchiveerde meegerekend',
  "There is no item with the id '{0}' in this content type.":
    'In deze objectsoort is geen object met het id ‘{0}’.',
  "There is already an item with the externalId '{0}' in this content type, perhaps an archived one.":
    'In deze objectsoort is al een object met het externe id ‘{0}’, misschien een gearchiveerd.',
  "The item '{0}' was changed meanwhile and is at revision {1}: read it again.":
    'Het object ‘{0}’ is intussen gewijzigd, tot revisie {1}: lees het opnieuw.',
  "The item '{0}' is archived and cannot be edited: create an item with its externalId, which revives it.":
    'Het object ‘{0}’ is gearchiveerd en kan niet worden bewerkt: maak een object met hetzelfde externe id, dan wordt het weer aangeboden.',
  "The field '{0}' must be west,south,east,north within -180,-90,180,90, south not above north; '{1}' was given.":
    'Het veld ‘{0}’ moet west,zuid,oost,noord zijn, binnen -180,-90,180,90 en zuid niet boven noord; gegeven is ‘{1}’.',

  'The first line of the file does not name its columns as it should.':
    'De eerste regel van het bestand noemt de kolommen niet zoals het moet.',
  'The file is empty: its first line names the columns, externalId and title among them.':
    'Het bestand is leeg: de eerste regel noemt de kolommen, waaronder externalId en title.',
  'The file is not UTF-8 (line {0}). Save it as "CSV UTF-8"; nothing of it was brought in.':
    'Het bestand is geen UTF-8 (regel {0}). Bewaar het als "CSV UTF-8"; er is niets ingelezen.',
  'A quotation mark is opened and not closed in the row that begins in line {0}. Nothing was brought in.':
    'In de rij die op regel {0} begint, wordt een aanhalingsteken geopend en niet gesloten. Er is niets ingelezen.',
  'The row that begins in line {0} is longer than any can be. Is a quotation mark not closed? Nothing was brought in.':
    'De rij die op regel {0} begint, is langer dan een rij kan zijn. Is een aanhalingsteken niet gesloten? Er is niets ingelezen.',
  'The file is larger than {0} MiB: split it. Nothing was brought in.':
    'Het bestand is groter dan {0} MiB: splits het. Er is niets ingelezen.',
  'The file is larger than {0} bytes.': 'Het bestand is groter dan {0} bytes.',
  'The body must be CSV: send it as text/csv, in UTF-8 and not compressed.':
    'Het bericht moet CSV zijn: stuur het als text/csv, in UTF-8 en niet gecomprimeerd.',
  'The items have attributes of more than {0} names, and a file with so many columns could not be brought in again: read the items page by page.':
    'De objecten hebben kenmerken met meer dan {0} namen, en een bestand met zoveel kolommen zou niet meer kunnen worden ingelezen: lees de objecten per pagina.',
  'The file has more than {0} rows: split it. Nothing was brought in.':
    'Het bestand heeft meer dan {0} rijen: splits het. Er is niets ingelezen.',
  'The server has no room for the file at the moment. Nothing was brought in.':
    'De server heeft op dit moment geen ruimte voor het bestand. Er is niets ingelezen.',
  'Other files are being brought in at the moment. Try again in a while.':
    'Op dit moment worden andere bestanden ingelezen. Probeer het later opnieuw.',
  'Somebody else is bringing in items of this content type, and did not finish in time. Nothing was brought in.':
    'Iemand anders leest objecten van deze objectsoort in, en was niet op tijd klaar. Er is niets ingelezen.',

  'The columns {0} and {1} both bear the name {2}.': 'De kolommen {0} en {1} heten allebei {2}.',
  'The attribute {0} must have a name of 1 to {1} characters, in one line.':
    'De naam van {0} moet 1 tot {1} tekens hebben, op één regel.',
  'There is no column {0}. {1}': 'Er is geen kolom {0}. {1}',
  'There are {0}.': 'Er zijn {0}.',
  "Is '{0}' meant?": 'Is ‘{0}’ bedoeld?',
  'There is no column {0}: a location has a latitude and a longitude.':
    'Er is geen kolom {0}: een plaats heeft een breedtegraad (latitude) en een lengtegraad (longitude).',
  'The file has {0} columns; at most {1} are read.':
    'Het bestand heeft {0} kolommen; er worden er hoogstens {1} gelezen.',
  'The externalId stands in line {0} already; the first counts.':
    'Het externe id staat al op regel {0}; het eerste telt.',
  'The externalId stands in line {0} already.': 'Het externe id staat al op regel {0}.',
  'With what it has already, the item would have more than {0} attributes.':
    'Met wat het al heeft, zou het object meer dan {0} kenmerken hebben.',
  'The {0} is missing.': '{0} ontbreekt.',
  'The {0} must be {1}.': '{0} moet {1} zijn.',
  'The {0} must be a whole number from {1} to {2}.': '{0} moet een geheel getal van {1} tot {2} zijn.',
  'The {0} must be degrees from -{1} to {2}, such as 52.3636.':
    '{0} moet in graden van -{1} tot {2} zijn, zoals 52.3636.',
  'A location has a latitude and a longitude: give both or none.':
    'Een plaats heeft een breedtegraad en een lengtegraad: geef ze allebei of geen van beide.',
  'The row has {0} attributes; an item has at most {1}.':
    'De rij heeft {0} kenmerken; een object heeft er hoogstens {1}.',
  'Cell {0} of the row has no name in the header: what is it?':
    'Cel {0} van de rij heeft geen naam in de eerste regel: wat is het?',
  'The text contains the character U+0000, which cannot be stored.':
    'De tekst bevat het teken U+0000, dat niet kan worden bewaard.',
  'The text may have at most {0} characters; it has {1}.':
    'De tekst mag hoogstens {0} tekens hebben; het zijn er {1}.',
};
