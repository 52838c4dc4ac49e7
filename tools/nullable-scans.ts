/** A node of a plan in JSON, as returned by `explain (verbose, format json)`. */
export type Plan = Record<string, unknown> & { Plans?: Plan[]; Output?: string[] };

/** For each join type, the sides whose columns are null in rows without a match. */
const NULLABLE_SIDES: Record<string, readonly string[]> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

/** The alias is unique within the plan. */
type Scan = { table: string; alias: string };

/** Returns the aliases of tables whose required columns can be null because of an outer join. */
export const findNullableScans = (plan: Plan): Set<string> =>
  new Set(
    listNodes(plan).flatMap(({ Plans = [], ...join }) => {
      const sides = NULLABLE_SIDES[String(join['Join Type'])] ?? [];
      return Plans.filter((side) => sides.includes(String(side['Parent Relationship'])))
        .flatMap((side) => listScans(side, plan))
        .map(({ alias }) => alias);
    }),
  );

/** Includes tables read through a common table expression. */
export const listScans = (node: Plan, plan = node): Scan[] =>
  listNodes(node).flatMap((scan) => {
    const table = scan['Relation Name'];
    if (typeof table === 'string') return [{ table, alias: String(scan.Alias) }];
    if (scan['Node Type'] !== 'CTE Scan') return [];
    const expression = listNodes(plan).find(
      (subplan) => subplan['Subplan Name'] === `CTE ${scan['CTE Name']}`,
    );
    return expression ? listScans(expression, plan) : [];
  });

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
