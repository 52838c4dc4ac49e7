import { Type } from 'typebox';

type ODataExamples = { $filter: string; $orderby: string; $select: string };

/** See the contract, List tasks and Workbook endpoint; decision O1. */
export const ODataQuery = ({ $filter, $orderby, $select }: ODataExamples) =>
  Type.Object(
    {
      $filter: Type.Optional(
        Type.String({ description: 'Filter: an OData 3 expression', examples: [$filter] }),
      ),
      $orderby: Type.Optional(
        Type.String({ description: 'Sort order. The ID is always the last sort key', examples: [$orderby] }),
      ),
      $top: Type.Optional(Type.String({ description: 'Maximum number of rows', examples: ['20'] })),
      $skip: Type.Optional(Type.String({ description: 'Number of rows to skip' })),
      $select: Type.Optional(
        Type.String({ description: 'Properties to return, separated by commas', examples: [$select] }),
      ),
      $inlinecount: Type.Optional(
        Type.String({
          description: 'With `allpages`, `__count` is the number of rows that match the filter',
          examples: ['allpages'],
        }),
      ),
    },
    { title: 'ODataQuery' },
  );
