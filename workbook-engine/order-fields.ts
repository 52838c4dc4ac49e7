type Needing<Field> = { needs: readonly Field[] };

/**
 * Sorts fields so that each comes after those it needs, and otherwise keeps their order. Fields that depend on themselves
 * are returned as cycles instead, such as `[A, B]` if A and B need each other; one cycle for each group of fields that
 * all depend on each other. The time is linear in the number of dependencies: 2,000 fields can have 60,000.
 */
export const orderFields = <Field extends Needing<Field>>(
  fields: readonly Field[],
): { order: Field[]; cycles: Field[][] } => {
  const order: Field[] = [];
  const cycles: Field[][] = [];
  for (const group of groupsOf(fields)) {
    const [first] = group as [Field];
    if (group.length === 1 && !first.needs.includes(first)) order.push(first);
    else cycles.push(shortestCycle(first, new Set(group)));
  }
  return { order, cycles };
};

/** The fields in groups of those that need each other, each group after those it needs (Tarjan 1972). */
const groupsOf = <Field extends Needing<Field>>(fields: readonly Field[]): Field[][] => {
  const groups: Field[][] = [];
  const numbers = new Map<Field, number>();
  const open: Field[] = [];
  const isOpen = new Set<Field>();
  /** Returns the lowest number of an open field that can be reached from the field. */
  const visit = (field: Field): number => {
    const number = numbers.size;
    numbers.set(field, number);
    open.push(field);
    isOpen.add(field);
    let lowest = number;
    for (const needed of field.needs) {
      if (!numbers.has(needed)) lowest = Math.min(lowest, visit(needed));
      else if (isOpen.has(needed)) lowest = Math.min(lowest, numbers.get(needed)!);
    }
    if (lowest === number) {
      const group: Field[] = [];
      for (let each: Field | undefined; each !== field; ) {
        each = open.pop()!;
        isOpen.delete(each);
        group.push(each);
      }
      group.reverse();
      groups.push(group);
    }
    return lowest;
  };
  for (const field of fields) if (!numbers.has(field)) visit(field);
  return groups;
};

/** The shortest cycle through a field, within its group. */
const shortestCycle = <Field extends Needing<Field>>(start: Field, group: ReadonlySet<Field>): Field[] => {
  const cameFrom = new Map<Field, Field>();
  const waiting = [start];
  for (const field of waiting) {
    for (const needed of field.needs) {
      if (needed === start) {
        const back = [field];
        while (back.at(-1) !== start) back.push(cameFrom.get(back.at(-1)!)!);
        return back.reverse();
      }
      if (!group.has(needed) || cameFrom.has(needed)) continue;
      cameFrom.set(needed, field);
      waiting.push(needed);
    }
  }
  throw new Error('A field of a group leads back to itself.');
};
