import { Type } from 'typebox';

/**
 * The options of a list (contract, List tasks and Workbook endpoint; decision O1), as the reference shows them. What is
 * in them is judged by the query language, which says where something is wrong.
 */
export const ODataQuery = Type.Object(
  {
    $filter: Type.Optional(
      Type.String({
        description: 'Which rows: an expression of OData 3',
        examples: ["State eq 'Active' and DueDate lt datetime'2026-12-01T00:00:00Z'"],
      }),
    ),
    $orderby: Type.Optional(
      Type.String({ description: 'In which order; always ends with the id', examples: ['DueDate desc'] }),
    ),
    $top: Type.Optional(Type.String({ description: 'At most so many rows', examples: ['20'] })),
    $skip: Type.Optional(Type.String({ description: 'After so many rows' })),
    $select: Type.Optional(
      Type.String({ description: 'Which members of a row', examples: ['ExternalId,State'] }),
    ),
    $inlinecount: Type.Optional(
      Type.String({
        description: 'allpages: `__count` is what the filter lets through',
        examples: ['allpages'],
      }),
    ),
  },
  { title: 'ODataQuery' },
);
