// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import type { Catalogue } from '#sentences/say.ts';

/** What the engine advises, and what it says of patterns, in Dutch, by the patterns of its sentences. */
export const hintSentencesNl: Catalogue = {
  'number(…) reads a number from a text': 'number(…) leest een getal uit een tekst',
  'if(…, 1, 0) makes a number of a condition': 'if(…, 1, 0) maakt een getal van een voorwaarde',
  'decimal-date-time(…) counts its days since 1970': 'decimal-date-time(…) telt de dagen sinds 1970',
  'decimal-time(…) is its part of a day': 'decimal-time(…) is het deel van de dag',
  'count(…) is the number of its entries': 'count(…) is het aantal keren',
  'count-selected(…) is the number of chosen ones': 'count-selected(…) is het aantal gekozen',
  "date(…) reads a date from a text; one is written '2026-03-01'":
    "date(…) leest een datum uit een tekst; u schrijft er een als '2026-03-01'",
  'date(…) is the day of a date with time': 'date(…) is de dag van een datum met tijd',
  "one is written '2026-03-01'": "u schrijft er een als '2026-03-01'",
  "one is written '09:30'": "u schrijft er een als '09:30'",
  'date-time(…) reads a date with time from a text': 'date-time(…) leest een datum met tijd uit een tekst',
  'date-time(…) is the start of a day': 'date-time(…) is het begin van een dag',
  'string(…) writes a number as a text': 'string(…) schrijft een getal als tekst',
  'it is compared with true() or false(), or stands alone as a condition':
    'vergelijk het met true() of false(), of laat het alleen staan als voorwaarde',
  'format-date(…) writes a date as a text': 'format-date(…) schrijft een datum als tekst',
  'format-date-time(…) writes a date with time as a text':
    'format-date-time(…) schrijft een datum met tijd als tekst',
  "selected(${Field}, 'crack') asks for one choice of several":
    "selected(${Veld}, 'scheur') vraagt naar één keuze van meer",
  ": selected(${Field}, 'crack') asks for one choice of several":
    ": selected(${Veld}, 'scheur') vraagt naar één keuze van meer",
  "a condition is needed, such as ${Field} = 'yes'": "een voorwaarde is nodig, zoals ${Veld} = 'ja'",
  'a condition is needed, such as ${Field} > 0': 'een voorwaarde is nodig, zoals ${Veld} > 0',
  "a condition is needed, such as ${Field} > '2026-03-01'":
    "een voorwaarde is nodig, zoals ${Veld} > '2026-03-01'",
  "a condition is needed, such as selected(${Field}, 'crack')":
    "een voorwaarde is nodig, zoals selected(${Veld}, 'scheur')",
  "a condition is needed, such as ${Field} != ''": "een voorwaarde is nodig, zoals ${Veld} != ''",
  'a condition is needed, such as count(${Field}) > 0': 'een voorwaarde is nodig, zoals count(${Veld}) > 0',
  'true or false is written true() or false(), and a condition stands alone':
    'waar of onwaar schrijft u als true() of false(), en een voorwaarde staat alleen',
  'it would give another value each time it is worked out, on the phone and on the server':
    'zij zou elke keer een andere waarde geven, op de telefoon en op de server',
  'a default that is calculated, { calculation: … }, is worked out once':
    'een berekende waarde bij het begin wordt één keer bepaald',
  'data of other tables is not served: custom properties of the task fill fields by their name':
    'gegevens uit andere tabellen zijn er niet: eigenschappen van de taak vullen velden van dezelfde naam',
  'lists of other files are not served: the choices of a field have attributes for its choiceFilter':
    'lijsten uit andere bestanden zijn er niet: de keuzes van een veld hebben kenmerken om op te kiezen',
  "an answer is called by its field, ${Name}, or '.' for the answer itself":
    "een antwoord noemt u met zijn veld, ${Naam}, of met '.' voor het antwoord zelf",
  'properties of the device are not served': 'eigenschappen van het toestel zijn er niet',
  'digests are not served': 'samenvattingen van teksten zijn er niet',
  'encoded texts are not served': 'gecodeerde teksten zijn er niet',
  'lines and areas are not served': 'lijnen en vlakken zijn er niet',
  'selected(…) or contains(…) asks whether one text holds another':
    'selected(…) of contains(…) vraagt of een tekst een andere bevat',
  'sums of if(…, 1, 0) count what holds': 'sommen van if(…, 1, 0) tellen wat klopt',
  'substr(text, start, end) cuts a text, its first character being number 0':
    'substr(text, start, end) knipt een deel uit een tekst; het eerste teken is nummer 0',
  'string-length(…) counts characters': 'string-length(…) telt tekens',
  'count(…) is the number of entries': 'count(…) is het aantal keren',
  'The patterns of the workbook have too many repetitions together.':
    'De patronen van het werkboek hebben samen te veel herhalingen.',
  'The pattern has too many repetitions.': 'Het patroon heeft te veel herhalingen.',
  'The pattern cannot be used, at its character {0}: {1}':
    'Het patroon kan niet worden gebruikt, bij teken {0} ervan: {1}',
  'groups are too deep.': 'groepen zijn te diep genest.',
  'the least number of times is the larger one.': 'het kleinste aantal keren is het grootste van de twee.',
  'at most {0} times can be asked for.': 'hoogstens {0} keer kan worden gevraagd.',
  'there is nothing before {0} to repeat.': 'voor {0} staat niets om te herhalen.',
  'groups that look around, or have a name, are not served; (?:…) is.':
    'groepen die vooruit- of terugkijken of een naam hebben zijn er niet; (?:…) wel.',
  'a group is not closed.': 'een groep wordt niet gesloten.',
  'nothing follows the backslash.': 'achter de schuine streep staat niets.',
  'references back are not served.': 'verwijzingen naar een eerdere groep zijn er niet.',
  '\\{0} is not served; \\d, \\w, \\s, \\p{L} and their opposites are.':
    '\\{0} is er niet; \\d, \\w, \\s, \\p{L} en hun tegendelen wel.',
  'a property in braces is expected, such as \\p{L} for letters.':
    'hier hoort een eigenschap tussen accolades, zoals \\p{L} voor letters.',
  'Unicode has no property {0}.': 'Unicode kent geen eigenschap {0}.',
  'a set is not closed.': 'een verzameling wordt niet gesloten.',
  'a range ends with a letter as it is.': 'een bereik eindigt met een gewone letter.',
  'the range {0}-{1} goes backwards.': 'het bereik {0}-{1} loopt achteruit.',
  'no group is open here.': 'hier staat geen groep open.',
};
