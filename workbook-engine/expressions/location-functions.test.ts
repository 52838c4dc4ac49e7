import { testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { locationFunctions } from './location-functions.ts';

testFunctions(locationFunctions, {
  distance: [
    ['round(distance(${Dam}, ${Museum}))', 1541],
    ['distance(${Dam}, ${Dam})', 0],
    ['distance(${Dam}, ${NoPlace})', null],
    ['distance(${Place})', null],
  ],
});
