import { refuses } from '#workbook-engine/testing/refusals.ts';

refuses('types that clash are told with what would be right', [
  [
    '${Spans} > 0',
    '0',
    "What '>' compares with Spans must be a repeat, but this is a number: count(…) is the number of its entries.",
  ],
  ['decimal-time(5)', '5)', 'What decimal-time reads must be a time, but this is a number.'],
  [
    'decimal-date-time(${Word})',
    '${Word})',
    "What decimal-date-time reads must be a date, but Word is a text: date(…) reads a date from a text; one is written '2026-03-01'.",
  ],
  [
    '${Word} + 1',
    '${Word} + 1',
    "Each side of '+' must be a number, but Word is a text: number(…) reads a number from a text.",
  ],
  [
    "${Five} = 'five'",
    "'five'",
    "What '=' compares with Five must be a number, but this is a text: number(…) reads a number from a text.",
  ],
  [
    '${Word} = ${Five}',
    '${Five}',
    "What '=' compares with Word must be a text, but Five is a number: string(…) writes a number as a text.",
  ],
  [
    "${Day} > 'soon'",
    "'soon'",
    "What '>' compares with Day must be a date, but this is a text: date(…) reads a date from a text; one is written '2026-03-01'.",
  ],
  [
    '${Seen} > today()',
    'today()',
    "What '>' compares with Seen must be a date with time, but this is a date: date-time(…) is the start of a day.",
  ],
  [
    '${Word} < ${NoWord}',
    '${Word} < ${NoWord}',
    "Each side of '<' must be a number, but Word is a text: number(…) reads a number from a text.",
  ],
  [
    '${Colours} = ${NoColours}',
    '${Colours} = ${NoColours}',
    "Colours is a list of choices, which can be compared with '' only: selected(${Field}, 'crack') asks for one choice of several.",
  ],
  [
    "${Colours} = 'red'",
    "'red'",
    "What '=' compares with Colours must be a list of choices, but this is a text: selected(${Field}, 'crack') asks for one choice of several.",
  ],
  ['${Dam} = ${Museum}', '${Dam} = ${Museum}', "Dam is a location, which can be compared with '' only."],
  [
    "${Yes} = 'yes'",
    "'yes'",
    "What '=' compares with Yes must be true or false, but this is a text: true or false is written true() or false(), and a condition stands alone.",
  ],
  [
    '${Five} and ${Yes}',
    '${Five} and ${Yes}',
    "Each side of 'and' must be true or false, but Five is a number: a condition is needed, such as ${Field} > 0.",
  ],
  [
    '${Yes} + 1',
    '${Yes} + 1',
    "Each side of '+' must be a number, but Yes is true or false: if(…, 1, 0) makes a number of a condition.",
  ],
  [
    "${Day} + 'x'",
    "'x'",
    "What '+' has beside a date must be a number, but this is a text: number(…) reads a number from a text.",
  ],
  [
    '-${Word}',
    '${Word}',
    "What '-' makes negative must be a number, but Word is a text: number(…) reads a number from a text.",
  ],
  [
    'if(${Five}, 1, 2)',
    '${Five}, 1, 2)',
    'What if asks must be true or false, but Five is a number: a condition is needed, such as ${Field} > 0.',
  ],
  [
    "if(${Yes}, 1, 'two')",
    "'two')",
    'What if gives beside a number must be a number, but this is a text: number(…) reads a number from a text.',
  ],
  ['max(1, ${Day})', '${Day})', 'max compares values of one type: this is a date, the first is a number.'],
  ['string-length(${Dam})', '${Dam})', 'Dam is a location, which has no text.'],
  [
    "selected(${Five}, '1')",
    "${Five}, '1')",
    'Five is a number, of which nothing can be chosen: a singleChoice or multiChoice is needed.',
  ],
  [
    'distance(${Five}, ${Dam})',
    '${Five}, ${Dam})',
    'What distance measures must be a location, but Five is a number.',
  ],
  ['date(${Yes})', '${Yes})', 'What date reads must be a date, but Yes is true or false.'],
]);

refuses('a choice that is written must be one that can be chosen', [
  ["${Colour} = 'rad'", "'rad'", "'rad' is no choice of Colour. Did you mean 'red'?"],
  ["selected(${Colours}, 'blue')", "'blue')", "'blue' is no choice of Colours."],
  ['${Grade} = 7', '7', "'7' is no choice of Grade."],
  ["jr:choice-name('blue', '${Colour}')", "'blue', '${Colour}')", "'blue' is no choice of Colour."],
  ["if(${Yes}, 'red', 'gren') = 'grey'", "'grey'", "'grey' is no choice of this. Did you mean 'gren'?"],
]);

refuses('a field in a repeat has a value for each of its entries', [
  [
    '${Length} * 2',
    '${Length} * 2',
    'Length has a value in each entry of its repeat: sum, min, max, count, join or indexed-repeat make one of them.',
  ],
  [
    '${Length}',
    '${Length}',
    'Length is no single value: sum, count, join and their like make one of several.',
  ],
  ['${Spans}', '${Spans}', 'Spans is no single value: sum, count, join and their like make one of several.'],
  ['count(${Five})', '${Five})', 'Five is a number: a repeat is needed here, or a field in one.'],
  ['position(..)', 'position(..)', 'position(..) is asked inside a repeat, and this stands in none.'],
  ['position(${Spans})', '${Spans})', 'position knows the entry around it only: position(..).'],
  [
    'indexed-repeat(${Depth}, ${Spans}, 1)',
    '${Depth}, ${Spans}, 1)',
    'Depth is not a field of the last repeat that is named.',
  ],
  ['indexed-repeat(${Depth}, ${Cracks}, 1)', '${Cracks}, 1)', 'Cracks is not inside the repeat before it.'],
  ['indexed-repeat(${Length}, ${Five}, 1)', '${Five}, 1)', 'Five is no repeat.'],
  [
    'indexed-repeat(${Depth}, ${Spans}, 1, ${Cracks})',
    '${Cracks})',
    'The number of the entry of Cracks is missing.',
  ],
  ['indexed-repeat(3, ${Spans}, 1)', '3, ${Spans}, 1)', 'A field is needed here, written ${Name}.'],
]);

refuses(
  'relevance and the like are conditions',
  [
    [
      '${Five}',
      '${Five}',
      'What relevant says must be true or false, but Five is a number: a condition is needed, such as ${Field} > 0.',
    ],
    [
      "'yes'",
      "'yes'",
      "What relevant says must be true or false, but this is a text: a condition is needed, such as ${Field} = 'yes'.",
    ],
    ['. > 3', '. > 3', "'.' means the answer, of which this says nothing: write ${Name}."],
    [
      'count(${Spans})',
      'count(${Spans})',
      'What relevant says must be true or false, but this is a number: a condition is needed, such as ${Field} > 0.',
    ],
  ],
  'relevant',
);

refuses(
  'a constraint judges the answer by its type',
  [
    [
      "regex(., 'a') and . = 'x'",
      "'x'",
      "What '=' compares with Value must be a number, but this is a text: number(…) reads a number from a text.",
    ],
  ],
  'constraint',
);

refuses(
  'a choice filter names attributes of its choices',
  [['provnce = ${Word}', 'provnce = ${Word}', 'No choice has an attribute provnce. Did you mean province?']],
  'choiceFilter',
);
