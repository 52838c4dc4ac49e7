/* Word lists for tasks in three languages, so that texts have as many different words as those of real organisations. */

const STREET_NAMES =
  'Keizer Prinsen Linden Kastanje Burgemeester Wilhelmina Juliana Molen Kerk Station Haven Zee Bloemen Raadhuis Oranje Beatrix Spoor Industrie Schul Bahnhof Garten Mozart Goethe Schiller Berg Wiesen Mühlen Friedens Kirch Rosen Ahorn Eichen Birken Ufer König Kaiser Church Mill Victoria Albert Queen Park Station Chapel Orchard Bridge Castle Green Hill Meadow River Windsor Manor Grange Harbour Abbey'.split(
    ' ',
  );
const STREET_ENDINGS =
  'straat weg laan gracht kade plein dijk singel straße allee platz gasse street road lane'.split(' ');

/** 840 streets, such as Keizergracht. */
export const STREETS = STREET_NAMES.flatMap((name) => STREET_ENDINGS.map((ending) => name + ending));

export const CITIES = [
  'Amsterdam',
  'Utrecht',
  'Zwolle',
  'Münster',
  'Köln',
  'Osnabrück',
  'Norwich',
  'York',
  'Leeds',
];

export const ACTIVITIES =
  'Inspect|Annual inspection of|Check|Repair|Replace|Clean|Measure|Survey|Schouw|Controle van|Onderhoud aan|Herstel van|Jaarlijkse inspectie van|Prüfung von|Wartung von|Reparatur von|Sichtprüfung von'.split(
    '|',
  );

export const OBJECTS =
  'railing|bridge deck|lamp post|street lamp|lock gate|quay wall|playground|manhole cover|traffic light|culvert|bollard|bench|tree|fire hydrant|pumping station|brugdek|leuning|lichtmast|sluisdeur|kademuur|speeltoestel|putdeksel|verkeerslicht|duiker|zitbank|brandkraan|rioolgemaal|Geländer|Brückenlager|Straßenlaterne|Schleusentor|Spielplatz|Schachtdeckel|Durchlass|Hydrant|Pumpwerk'.split(
    '|',
  );

export const SENTENCES =
  'Check for corrosion, loose fixings and missing parts.|Report what cannot be repaired on site.|Call the district office before you start.|The key is with the caretaker.|Take photos of every defect.|Access only with a permit.|Reported by a resident.|Use the lift in the car park.|Beware of traffic.|Second visit after the repair.|Let op: smalle toegang.|Sleutel ophalen bij de beheerder.|Foto’s maken van alle gebreken.|Melding van een bewoner.|Vooraf bellen met het gebiedsteam.|Werkzaamheden afstemmen met de aannemer.|Alleen uitvoeren bij droog weer.|Roest en losse bouten noteren.|Schlüssel beim Hausmeister abholen.|Vor Beginn das Bezirksamt anrufen.|Alle Mängel fotografieren.|Meldung eines Anwohners.|Korrosion und lose Schrauben prüfen.|Zugang nur mit Genehmigung.'.split(
    '|',
  );

/** The first ones are the most common. */
export const DISTRICTS =
  'Centrum|Noord|Zuid|West|Oost|Nieuw-West|Zuidoost|Altstadt|Neustadt|Hafen|Riverside|Old Town|Harbour|Hillside|Westpoort|Parkviertel|Südstadt|Nordviertel|Eastgate|Buiten'.split(
    '|',
  );
