import type { Catalogue } from '#sentences/say.ts';

/** What is said of uploads, in Dutch. */
export const uploadSentencesNl: Catalogue = {
  'The Upload-Offset is {0}, but {1} bytes are here: ask with HEAD and go on from there.':
    'De Upload-Offset is {0}, maar {1} bytes zijn binnen: vraag met HEAD en ga daar verder.',
  'More bytes were sent than the {0} that were announced.':
    'Er zijn meer bytes gestuurd dan de {0} die zijn aangekondigd.',
  'Another request goes on with this upload: ask with HEAD how far it has come.':
    'Een ander verzoek gaat met deze upload verder: vraag met HEAD hoe ver die is.',
  'The upload was refused. {0}': 'De upload is geweigerd. {0}',
  photo: 'foto',
  signature: 'handtekening',
  file: 'bestand',
  'A {0} may have at most {1}; {2} bytes were announced.':
    'Een {0} mag hoogstens {1} groot zijn; aangekondigd zijn {2} bytes.',
  'The uploads of this organisation have reached {0} GB, all that its operator allows.':
    'De uploads van deze organisatie zijn samen {0} GB, meer staat de beheerder van de server niet toe.',
  'An inspection may have at most {0} uploads.': 'Een inspectie mag hoogstens {0} uploads hebben.',
  "There is no upload with the id '{0}'.": 'Er is geen upload met het id ‘{0}’.',
  "There is another upload with the id '{0}': choose a new UUID.":
    'Er is een andere upload met het id ‘{0}’: kies een nieuwe UUID.',
  'The upload has arrived and is kept: take it out of the answer instead.':
    'De upload is aangekomen en wordt bewaard: haal hem in plaats daarvan uit het antwoord.',
  "Upload-Metadata has no member '{0}'.{1}": 'Upload-Metadata heeft geen onderdeel ‘{0}’.{1}',
  'There is nothing to download: the upload has not arrived.':
    'Er is niets te downloaden: de upload is niet aangekomen.',
  'Only pictures have a thumbnail.': 'Alleen foto’s hebben een miniatuur.',
  'The file of this upload is not there any more. Its operator is told.':
    'Het bestand van deze upload is er niet meer. De beheerder van de server krijgt dat te horen.',
  'All of it is here, and is looked at soon: ask again with HEAD.':
    'Alles is binnen en wordt zo bekeken: vraag opnieuw met HEAD.',
  'The place where files are kept is not available. Try again in a few seconds.':
    'De opslag van bestanden is niet bereikbaar. Probeer het over enkele seconden opnieuw.',
  'The connection broke off.': 'De verbinding werd verbroken.',
  'The server stops: go on in a moment from what it has.':
    'De server stopt: ga zo meteen verder met wat al binnen is.',

  'The picture {0}.': 'De foto {0}.',
  'has {0} x {1} pixels, more than {2}': 'heeft {0} x {1} pixels, meer dan {2}',
  'is damaged, or of a kind that cannot be read here':
    'is beschadigd, of van een soort die hier niet te lezen is',
  'The bytes that came are not those of the announced sha256: send it again.':
    'De bytes die kwamen, zijn niet die van de aangekondigde sha256: stuur opnieuw.',
  'By its content it is {0}; taken are {1}.': 'Naar de inhoud is het {0}; aangenomen worden {1}.',
  'of no kind that is known': 'van geen bekende soort',
  'It could not be looked at, however often that was tried.':
    'Het kon niet worden bekeken, hoe vaak dat ook is geprobeerd.',
  'Some of its bytes were lost by the server: send it again.':
    'De server heeft een deel van de bytes verloren: stuur opnieuw.',
  'It came in more than {0} pieces: send larger ones.': 'Het kwam in meer dan {0} stukken: stuur grotere.',
  'It was taken back or begun anew.': 'Het is teruggenomen of opnieuw begonnen.',
};
