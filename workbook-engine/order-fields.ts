type Node<Field> = { dependencies: readonly Field[] };

/**
 * Sorts fields so that each follows its dependencies, and otherwise keeps their order. Fields that depend on themselves are
 * returned as cycles instead, such as `[A, B]` if A and B depend on each other: one cycle for each group of fields that all
 * depend on each other. Runs in linear time, because 2,000 fields can have 60,000 dependencies.
 */
export const orderFields = <Field extends Node<Field>>(
  fields: readonly Field[],
): { order: Field[]; cycles: Field[][] } => {
  const order: Field[] = [];
  const cycles: Field[][] = [];
  for (const group of groupsOf(fields)) {
    const [first] = group as [Field];
    if (group.length === 1 && !first.dependencies.includes(first)) order.push(first);
    else cycles.push(shortestCycle(first, new Set(group)));
  }
  return { order, cycles };
};

/** Strongly connected components, each after its dependencies (Tarjan 1972). */
const groupsOf = <Field extends Node<Field>>(fields: readonly Field[]): Field[][] => {
  const groups: Field[][] = [];
  const numbers = new Map<Field, number>();
  const open: Field[] = [];
  const isOpen = new Set<Field>();
  /** Returns the lowest number of an open field that is reachable from the field. */
  const visit = (field: Field): number => {
    const number = numbers.size;
    numbers.set(field, number);
    open.push(field);
    isOpen.add(field);
    let lowest = number;
    for (const dependency of field.dependencies) {
      if (!numbers.has(dependency)) lowest = Math.min(lowest, visit(dependency));
      else if (isOpen.has(dependency)) lowest = Math.min(lowest, numbers.get(dependency)!);
    }
    if (lowest === number) {
      const group: Field[] = [];
      for (let member: Field | undefined; member !== field; ) {
        member = open.pop()!;
        isOpen.delete(member);
        group.push(member);
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
const shortestCycle = <Field extends Node<Field>>(start: Field, group: ReadonlySet<Field>): Field[] => {
  const predecessors = new Map<Field, Field>();
  const queue = [start];
  for (const field of queue) {
    for (const dependency of field.dependencies) {
      if (dependency === start) {
        const path = [field];
        while (path.at(-1) !== start) path.push(predecessors.get(path.at(-1)!)!);
        return path.reverse();
      }
      if (!group.has(dependency) || predecessors.has(dependency)) continue;
      predecessors.set(dependency, field);
      queue.push(dependency);
    }
  }
  throw new Error('The field is not part of a cycle.');
};
