// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions look like templates of ours
import type { Catalogue } from '#sentences/say.ts';

/** What is said of forms (XLSForm) that do not become a workbook as they stand, and of workbooks as forms, in Dutch. */
export const formSentencesNl: Catalogue = {
  'Nothing is left of the form that could be asked.': 'Van het formulier blijft niets over om te vragen.',
  'The workbook is {0} bytes of JSON; {1} are the most.':
    'Het werkboek is {0} bytes JSON; {1} is het meeste.',
  '{0} further things are not carried over as they stand; only {1} are listed.':
    'Nog {0} dingen gaan niet mee zoals ze er staan; er worden er {1} genoemd.',

  'There is a sheet “{0}” before this one; it is left out.':
    'Er is vóór dit blad al een blad “{0}”; het is weggelaten.',
  'Ronda has nothing for the sheet “{0}”.': 'Ronda heeft niets voor het blad “{0}”.',
  'The sheet “{0}” is no part of a form; it is left out.{1}':
    'Het blad “{0}” hoort niet bij een formulier; het is weggelaten.{1}',
  '“{0}” is no column that Ronda knows; what stands in it is left out.':
    '“{0}” is geen kolom die Ronda kent; wat erin staat, is weggelaten.',
  '“{0}” means the same as the column “{1}” before it, and is left out.':
    '“{0}” betekent hetzelfde als de kolom “{1}” ervoor, en is weggelaten.',
  'The column {0} has no heading; what stands in it is left out.':
    'De kolom {0} heeft geen kop; wat erin staat, is weggelaten.',
  'Settings are one row, and this is another.': 'Instellingen zijn één rij, en dit is er nog een.',
  'It may have {0} characters; the rest is left out.': 'Dit mag {0} tekens hebben; de rest is weggelaten.',
  'It may have {0} characters; what comes after them is left out.':
    'Dit mag {0} tekens hebben; wat daarna komt, is weggelaten.',
  'It has {0} characters; {1} are the most.': 'Het heeft {0} tekens; {1} is het meeste.',
  'It has {0} characters; an expression may have {1}.':
    'Het heeft {0} tekens; een formule mag er {1} hebben.',
  'It says neither yes nor no.': 'Er staat geen ja en geen nee.',
  '“{0}” is not a number.': '“{0}” is geen getal.',
  '“{0}” is not a whole number from {1} to {2}.': '“{0}” is geen geheel getal van {1} tot {2}.',
  'it is no JSON.': 'het is geen JSON.',

  '“{0}” is no language that Ronda knows; it is called {1} here. Write its code behind it, as in “English (en)”.':
    '“{0}” is geen taal die Ronda kent; zij heet hier {1}. Schrijf de code erachter, zoals in “English (en)”.',
  'The language of “{0}” is not said, neither by its heading nor by default_language; it is called {1} here.':
    'De taal van “{0}” staat niet in de kop en niet in default_language; zij heet hier {1}.',
  'A workbook has no default language: everybody sees their own, where a text has it.':
    'Een werkboek heeft geen standaardtaal: ieder ziet de eigen taal, als een tekst die heeft.',
  'A text may have {0} languages.': 'Een tekst mag {0} talen hebben.',
  'There is a text in this language ({0}) already.': 'Er is al een tekst in deze taal ({0}).',

  'The row is disabled.': 'De rij is uitgeschakeld.',
  'The row has no type, and is left out.': 'De rij heeft geen soort en is weggelaten.',
  'The row has neither type nor name: it is a comment.':
    'De rij heeft geen soort en geen naam: het is commentaar.',
  'There is no type “{0}”; the row is left out.{1}': 'Er is geen soort “{0}”; de rij is weggelaten.{1}',
  'The {0} is left out. {1}': '{0} is weggelaten. {1}',
  group: 'groep',
  repeat: 'herhaling',
  'The {0} that begins here never ends; everything after it is in it.':
    'De {0} die hier begint, eindigt nergens; alles erna hoort erbij.',
  'There is nothing here that could end; the row is left out.':
    'Hier is niets dat kan eindigen; de rij is weggelaten.',
  'What ends here is the {0} that begins in row {1}, and so it is taken.':
    'Wat hier eindigt, is de {0} die in rij {1} begint, en zo is het gelezen.',
  'The end of a group or repeat has nothing to say but that.':
    'Het einde van een groep of herhaling zegt niets anders dan dat.',
  'Nothing is left in it, so it is left out itself.': 'Er blijft niets in over, dus is zij zelf weggelaten.',
  'There are {0} repeats around this one already; it is left out.':
    'Er zijn al {0} herhalingen omheen; deze is weggelaten.',
  'There may be {0} sections and repeats around a field: this one gives way, and its fields stand where it stood.':
    'Om een veld mogen {0} groepen en herhalingen staan: deze verdwijnt, en haar velden staan waar zij stond.',
  'A workbook may have {0} fields; the row is left out.':
    'Een werkboek mag {0} velden hebben; de rij is weggelaten.',
  'A loop over {0} is asked once here, and not once for each of its choices.':
    'Een lus over {0} wordt hier één keer gevraagd, en niet voor elke keuze.',
  'a list': 'een lijst',
  'A repeat has as many entries as the inspector makes; its constraint asks that they are so many.':
    'Een herhaling wordt zo vaak ingevuld als de inspecteur wil; de voorwaarde vraagt dat het zoveel keer is.',

  'The row has no name; it is called {0}.': 'De rij heeft geen naam; zij heet hier {0}.',
  '“{0}” is called {1} here, for a name is unique in the whole workbook, letter case ignored.':
    '“{0}” heet hier {1}, want een naam komt in het hele werkboek één keer voor, op hoofdletters na.',
  '“{0}” is called {1} here, for a name is a letter and then letters, digits and underscores.':
    '“{0}” heet hier {1}, want een naam is een letter met daarna letters, cijfers en liggende streepjes.',
  '“{0}” is called {1}, for XLSForm keeps that name for itself.':
    '“{0}” heet {1}, want XLSForm houdt die naam voor zichzelf.',
  'there is no question of that name.{0}': 'er is geen vraag met die naam.{0}',
  'rows {0}{1} have that name; the first is taken.': 'de rijen {0}{1} hebben die naam; de eerste is genomen.',
  '${{0}} leads nowhere: {1}': '${{0}} leidt nergens heen: {1}',
  '${{0}} is not clear: {1}': '${{0}} is niet duidelijk: {1}',
  'Ronda looks at no inspection but this one.': 'Ronda kijkt naar geen andere inspectie dan deze.',
  '{0} leads to row {1}, which could not be carried over.': '{0} leidt naar rij {1}, die niet mee kon.',
  'The path {0} leads to no question, or not to one only.': 'Het pad {0} leidt niet naar precies één vraag.',
  'The path {0} is written ${{1}} here.': 'Het pad {0} schrijft u hier als ${{1}}.',

  'The row names no list.': 'De rij noemt geen lijst.',
  'No question has its choices from the list “{0}”.': 'Geen vraag heeft keuzes uit de lijst “{0}”.',
  'There is no list “{0}”, so the question “{1}” is left out.':
    'Er is geen lijst “{0}”, dus is de vraag “{1}” weggelaten.',
  'There are no choices in the list “{0}”, so the question “{1}” is left out.':
    'In de lijst “{0}” staan geen keuzes, dus is de vraag “{1}” weggelaten.',
  'The choices of all questions together are more than a workbook holds; the question is left out.':
    'De keuzes van alle vragen samen zijn meer dan een werkboek kan hebben; de vraag is weggelaten.',
  'The choices ({0}) are not in the form, so it is a text here.':
    'De keuzes ({0}) staan niet in het formulier, dus is het hier een tekst.',
  'The choice has no name, which is what is stored; it is left out.':
    'De keuze heeft geen naam, en die wordt bewaard; zij is weggelaten.',
  'A choice may have {0} characters, this one has {1}.':
    'Een keuze mag {0} tekens hebben, deze heeft er {1}.',
  'The list has the choice “{0}” already.': 'De lijst heeft de keuze “{0}” al.',
  'The list has the choice “{0}” already, which the form allows and Ronda does not.':
    'De lijst heeft de keuze “{0}” al; het formulier staat dat toe en Ronda niet.',
  'A list of Ronda has each choice once.': 'Een lijst van Ronda heeft elke keuze één keer.',
  'A list may have {0} choices.': 'Een lijst mag {0} keuzes hebben.',
  'A list may have {0} choices: there is no other.':
    'Een lijst mag {0} keuzes hebben: ‘anders’ is er niet bij.',
  'or_other is a choice “other” and a text that asks what it is; both say so in English.':
    'or_other is een keuze “other” en een tekst die vraagt wat het is; allebei in het Engels.',
  'Choices may have {0} columns beside their labels; “{1}” is left out.':
    'Keuzes mogen {0} kolommen naast hun teksten hebben; “{1}” is weggelaten.',
  'The choices have no column “{0}” to filter by.': 'De keuzes hebben geen kolom “{0}” om op te filteren.',
  'The column “{0}” is called {1} here.': 'De kolom “{0}” heet hier {1}.',
  'The choice {0} is called {1}, for it has blanks.': 'De keuze {0} heet {1}, want er staan spaties in.',
  'A ranking is a choice of several here, in the order in which they are chosen.':
    'Een rangschikking is hier een keuze van meer, in de volgorde waarin ze zijn gekozen.',

  'Ronda hides no question: a custom property of its name fills this one, and it is asked.':
    'Ronda verbergt geen vraag: een eigen gegeven met deze naam vult haar in, en zij wordt gesteld.',
  'Nobody can answer this {0}, so it is a calculated field here.':
    'Niemand kan deze {0} beantwoorden, dus is het hier een berekend veld.',
  'Nobody can answer this text, so it is a note here.':
    'Niemand kan deze tekst beantwoorden, dus is het hier een toelichting.',
  'Ronda keeps with every inspection who did it, and when it was started and ended.':
    'Ronda bewaart bij elke inspectie wie haar deed, en wanneer zij begon en eindigde.',
  'Ronda keeps every answer ever given anyway.': 'Ronda bewaart toch al elk antwoord dat ooit is gegeven.',
  'Ronda does not ask the device about itself.': 'Ronda vraagt het toestel niets over zichzelf.',
  'Ronda has positions, but no lines and areas.': 'Ronda heeft plaatsen, maar geen lijnen en vlakken.',
  'Ronda records nothing unasked.': 'Ronda legt niets ongevraagd vast.',
  'Data in files beside the form cannot be read.':
    'Gegevens in bestanden naast het formulier zijn niet te lezen.',
  '{0} is a file of any kind here.': '{0} is hier een bestand van welke soort ook.',
  'A sound recording': 'Een geluidsopname',
  'A video': 'Een video',
  'The day is worked out anew until the inspection is completed; it is not that of its start.':
    'De dag wordt steeds opnieuw bepaald tot de inspectie is voltooid; het is niet die van het begin.',
  'It is worked out anew whenever something changes, and not only at the start.':
    'Het wordt opnieuw bepaald zodra er iets verandert, en niet alleen bij het begin.',
  'The field{0} has no calculation that could be carried over, and is left out.':
    'Het veld{0} heeft geen formule die mee kon, en is weggelaten.',
  'Any {0} from {1} to {2} is possible; the other parameters are left out.':
    'Elk getal ({0}) van {1} tot {2} is mogelijk; de andere parameters zijn weggelaten.',
  'No time zone is said; UTC is taken: {0}.': 'Er staat geen tijdzone bij; UTC is genomen: {0}.',

  'The guidance stands below the hint, which is always shown.':
    'De uitleg staat onder de hint, die altijd wordt getoond.',
  'A label may have {0} characters: the whole text is the hint, and the label how it begins.':
    'De tekst van een vraag mag {0} tekens hebben: het geheel is de hint, en het begin ervan de vraag.',
  'A hint may have {0} characters; what comes after them is left out.':
    'Een hint mag {0} tekens hebben; wat daarna komt, is weggelaten.',

  'Ronda lays out its questions itself.': 'Ronda deelt de vragen zelf in.',
  'Ronda has nothing for these parameters.': 'Ronda heeft niets voor deze parameters.',
  'Pictures, sounds and videos that belong to a text are not in the form, but beside it.':
    'Beelden, geluiden en video’s bij een tekst staan niet in het formulier, maar ernaast.',
  'Ronda works values out anew whenever something changes on which they depend.':
    'Ronda bepaalt waarden opnieuw zodra er iets verandert waarvan ze afhangen.',
  'Ronda says itself that an answer is missing.': 'Ronda zegt zelf dat een antwoord ontbreekt.',
  'Ronda asks every question that is shown; only what is calculated cannot be changed.':
    'Ronda stelt elke vraag die wordt getoond; alleen wat wordt berekend, is niet te wijzigen.',
  'Only calculated fields are worked out, and this one is asked.':
    'Alleen berekende velden worden bepaald, en dit veld wordt gevraagd.',
  'The choices that search() finds in a file beside the form are not in it: only those of its list are asked.':
    'De keuzes die search() in een bestand naast het formulier vindt, staan er niet in: alleen die van de lijst worden gevraagd.',
  'Ronda asks no other program for an answer.': 'Ronda vraagt geen ander programma om een antwoord.',
  'A {0} of Ronda has nothing like “{1}”; it is left out.':
    'Een {0} van Ronda heeft niets als “{1}”; het is weggelaten.',
  choice: 'keuze',

  'A cell has at most {0} characters, and this would have {1}.':
    'Een cel heeft hoogstens {0} tekens, en dit zouden er {1} zijn.',
  'Only Ronda knows this column.': 'Alleen Ronda kent deze kolom.',
  'Only Ronda asks this of a repeat.': 'Alleen Ronda vraagt dit van een herhaling.',
  'XLSForm has no yes or no but by a choice of true or false.':
    'XLSForm heeft ja of nee alleen als een keuze van true of false.',
  'Other programs know bounds only as part of the constraint.':
    'Andere programma’s kennen grenzen alleen als deel van de voorwaarde.',
  'Other programs take one picture in answer to a question.':
    'Andere programma’s nemen één foto als antwoord op een vraag.',
};
