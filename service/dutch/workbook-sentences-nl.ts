import type { Catalogue } from '#sentences/say.ts';

/** What is said of workbooks, and of forms that become one, in Dutch. */
export const workbookSentencesNl: Catalogue = {
  "There is already a workbook with the name '{0}', letter case ignored.":
    'Er is al een werkboek met de naam ‘{0}’, op hoofdletters na.',
  "The workbook '{0}' was changed meanwhile and is at revision {1}: read it again.":
    'Het werkboek ‘{0}’ is intussen gewijzigd, tot revisie {1}: lees het opnieuw.',
  "The workbook '{0}' cannot be deleted: it has a version, deleted ones included, which tasks and inspections may name. Delete its versions instead: then no new task finds it.":
    'Het werkboek ‘{0}’ kan niet worden verwijderd: het heeft een versie, verwijderde meegerekend, die taken en inspecties kunnen noemen. Verwijder in plaats daarvan de versies: dan vindt geen nieuwe taak het.',
  "The workbook '{0}' cannot be deleted: it has {1} versions, deleted ones included, which tasks and inspections may name. Delete its versions instead: then no new task finds it.":
    'Het werkboek ‘{0}’ kan niet worden verwijderd: het heeft {1} versies, verwijderde meegerekend, die taken en inspecties kunnen noemen. Verwijder in plaats daarvan de versies: dan vindt geen nieuwe taak het.',
  "The version {0} of the workbook '{1}' is there already with another version text or other fields, and work may run on it: make the change a new version, with a versionCode of its own.":
    'Versie {0} van het werkboek ‘{1}’ is er al met een andere versietekst of andere velden, en er kan mee worden gewerkt: maak van de wijziging een nieuwe versie, met een eigen versionCode.',
  "The workbook has no version with the id '{0}'.": 'Het werkboek heeft geen versie met het id ‘{0}’.',
  'The workbook has no version with the versionCode {0}.':
    'Het werkboek heeft geen versie met de versionCode {0}.',
  'The version {0} was changed meanwhile and is at revision {1}: read it again.':
    'Versie {0} is intussen gewijzigd, tot revisie {1}: lees haar opnieuw.',
  'The version {0} is deleted: restore it before you change it.':
    'Versie {0} is verwijderd: zet haar terug voordat u haar wijzigt.',
  'The versionCode must be above {0}, that of the newest version, which new work gets; {1} was given. Leave it out for the next one.':
    'De versionCode moet hoger zijn dan {0}, die van de nieuwste versie, die nieuw werk krijgt; gegeven is {1}. Laat hem weg voor de eerstvolgende.',
  'There is no versionCode above {0}: make another workbook with what this one asks.':
    'Er is geen versionCode boven {0}: maak een ander werkboek met wat dit vraagt.',
  'Which teams use the workbook was changed meanwhile: read it again.':
    'Welke teams het werkboek gebruiken, is intussen gewijzigd: lees het opnieuw.',
  'Which workbooks the team uses was changed meanwhile: read it again.':
    'Welke werkboeken het team gebruikt, is intussen gewijzigd: lees het opnieuw.',

  '{0} saved it at {1}': '{0} bewaarde het op {1}',
  'The workbook has no draft: begin one, empty or with what a version says.':
    'Het werkboek heeft geen concept: begin er een, leeg of met een versie.',
  'The draft was changed meanwhile: {0}, as revision {1}. Read it, and bring your change to it.':
    'Het concept is intussen gewijzigd: {0}, als revisie {1}. Lees het, en breng uw wijziging daarin aan.',
  'There is no draft: it was published or thrown away meanwhile, or never begun. To begin one, save with If-None-Match: *.':
    'Er is geen concept: het is intussen gepubliceerd of weggegooid, of nooit begonnen. Bewaar met If-None-Match: * om er een te beginnen.',
  'There is a draft already: {0}. Read it, and go on from there.':
    'Er is al een concept: {0}. Lees het, en ga daarmee verder.',
  'There is a draft already: {0}. Publish it or throw it away before you begin another.':
    'Er is al een concept: {0}. Publiceer het of gooi het weg voordat u een ander begint.',
  'Say what you expect: If-Match with the ETag of the draft that you read, or If-None-Match: * to begin one.':
    'Zeg wat u verwacht: If-Match met de ETag van het concept dat u las, of If-None-Match: * om er een te beginnen.',
  'The draft cannot be published: it has a fault.':
    'Het concept kan niet worden gepubliceerd: er staat een fout in.',
  'The draft cannot be published: it has {0} faults.':
    'Het concept kan niet worden gepubliceerd: er staan {0} fouten in.',
  'Several workbooks bear the name {0}, and which is meant cannot be told.':
    'Meer dan één werkboek heet {0}, en welk is bedoeld, is niet te zeggen.',
  'There is no workbook {0}.': 'Er is geen werkboek {0}.',
  'There is no team {0}.': 'Er is geen team {0}.',

  'The body must be a form: an .xlsx file, sent as {0}.':
    'Het bericht moet een formulier zijn: een .xlsx-bestand, gestuurd als {0}.',
  'The spreadsheet has no sheet with anything in it.': 'De spreadsheet heeft geen blad waar iets op staat.',
  'An XLSForm has a sheet named survey; this spreadsheet has {0}.':
    'Een XLSForm heeft een blad met de naam survey; deze spreadsheet heeft {0}.',
  'The survey of an XLSForm has a column named type; the sheet “{0}” has none.':
    'Het blad survey van een XLSForm heeft een kolom type; het blad “{0}” heeft er geen.',
  'The file is empty.': 'Het bestand is leeg.',
  'The file is an old .xls, or has a password: save it as .xlsx without one.':
    'Het bestand is een oude .xls of heeft een wachtwoord: bewaar het als .xlsx zonder wachtwoord.',
  'The file is no .xlsx: that is a zip archive, and this is none.':
    'Het bestand is geen .xlsx: dat is een zip-archief, en dit niet.',
  'The file is a document of Word, and no spreadsheet.':
    'Het bestand is een Word-document en geen spreadsheet.',
  'The file is a presentation, and no spreadsheet.': 'Het bestand is een presentatie en geen spreadsheet.',
  'The file is a binary .xlsb: save it as .xlsx.': 'Het bestand is een binaire .xlsb: bewaar het als .xlsx.',
  'The file is an OpenDocument: save it as .xlsx.': 'Het bestand is een OpenDocument: bewaar het als .xlsx.',
  'The file is a zip archive, but no .xlsx in it.': 'Het bestand is een zip-archief, maar geen .xlsx.',
  'The file is protected by a password.': 'Het bestand is met een wachtwoord beveiligd.',
  'The file has more than {0} sheets.': 'Het bestand heeft meer dan {0} bladen.',
  'The file has more than {0} parts.': 'Het bestand heeft meer dan {0} onderdelen.',
  'The file is too large: it holds too much text.': 'Het bestand is te groot: er staat te veel tekst in.',
  'The file is too large: it has more than {0} cells.':
    'Het bestand is te groot: het heeft meer dan {0} cellen.',
  'The file is too large: unpacked it has more than {0} MiB.':
    'Het bestand is te groot: uitgepakt is het meer dan {0} MiB.',
  'The file takes too much time or memory to read.': 'Het bestand kost te veel tijd of geheugen om te lezen.',
  'The file is broken: {0}.': 'Het bestand is beschadigd: {0}.',
  'The file is broken: a cell is outside its sheet.':
    'Het bestand is beschadigd: een cel ligt buiten het blad.',
  'The file is broken: a spreadsheet has no document type.':
    'Het bestand is beschadigd: een spreadsheet heeft geen documenttype.',
  'The file is broken: a tag has no end.': 'Het bestand is beschadigd: een tag eindigt niet.',
  'The file is broken: it is no whole zip archive, as an .xlsx file is.':
    'Het bestand is beschadigd: het is geen heel zip-archief, zoals een .xlsx-bestand dat is.',
  'The file is broken: it has no part {0}.': 'Het bestand is beschadigd: het onderdeel {0} ontbreekt.',
};
