import { Type } from 'typebox';

/** What the reference offers to try, in the names of what is listed. */
type ODataExamples = { $filter: string; $orderby: string; $select: string };

/**
 * The options of a list (contract, List tasks and Workbook endpoint; decision O1), as the reference shows them. What is
 * in them is judged by the query language, which says where something is wrong.
 */
export const ODataQuery = ({ $filter, $orderby, $select }: ODataExamples) =>
  Type.Object(
    {
      $filter: Type.Optional(
        Type.String({ description: 'Which rows: an expression of OData 3', examples: [$filter] }),
      ),
      $orderby: Type.Optional(
        Type.String({ description: 'In which order; always ends with the id', examples: [$orderby] }),
      ),
      $top: Type.Optional(Type.String({ description: 'At most so many rows', examples: ['20'] })),
      $skip: Type.Optional(Type.String({ description: 'After so many rows' })),
      $select: Type.Optional(Type.String({ description: 'Which members of a row', examples: [$select] })),
      $inlinecount: Type.Optional(
        Type.String({
          description: 'allpages: `__count` is what the filter lets through',
          examples: ['allpages'],
        }),
      ),
    },
    { title: 'ODataQuery' },
  );
