/** A node of a plan in JSON, as `explain (verbose, format json)` returns it. */
export type Plan = Record<string, unknown> & { Plans?: Plan[]; Output?: string[] };

/** The sides of a join whose columns are null where nothing matches. */
const NULLABLE_SIDES: Record<string, readonly string[]> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

/** A table that a plan reads, with its name in the plan, which is unique there. */
type Scan = { table: string; alias: string };

/** The names in the plan of the tables whose required columns can be null in the result, because of an outer join. */
export const nullableScans = (plan: Plan): Set<string> =>
  new Set(
    nodesOf(plan).flatMap(({ Plans = [], ...join }) => {
      const sides = NULLABLE_SIDES[String(join['Join Type'])] ?? [];
      return Plans.filter((side) => sides.includes(String(side['Parent Relationship'])))
        .flatMap((side) => scansOf(side, plan))
        .map(({ alias }) => alias);
    }),
  );

/** The tables below a node of a plan, also those that it reads through a common table expression. */
export const scansOf = (node: Plan, plan = node): Scan[] =>
  nodesOf(node).flatMap((one) => {
    const table = one['Relation Name'];
    if (typeof table === 'string') return [{ table, alias: String(one.Alias) }];
    if (one['Node Type'] !== 'CTE Scan') return [];
    const expression = nodesOf(plan).find((other) => other['Subplan Name'] === `CTE ${one['CTE Name']}`);
    return expression ? scansOf(expression, plan) : [];
  });

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
