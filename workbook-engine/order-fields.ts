/**
 * Fields so that each stands after those it needs, otherwise in the order given. Fields that need themselves, by whatever
 * way round, are left out, and told as rings: `[A, B]` when A needs B and B needs A. Fields that need those stay in.
 */
export const orderFields = <Field extends { needs: readonly Field[] }>(
  fields: readonly Field[],
): { order: Field[]; rings: Field[][] } => {
  const order: Field[] = [];
  const rings: Field[][] = [];
  const done = new Set<Field>();
  const inRing = new Set<Field>();
  const way: Field[] = [];
  const onWay = new Set<Field>();
  const visit = (field: Field) => {
    if (done.has(field)) return;
    if (onWay.has(field)) {
      const ring = way.slice(way.indexOf(field));
      if (!ring.some((member) => inRing.has(member))) rings.push(ring);
      for (const member of ring) inRing.add(member);
      return;
    }
    way.push(field);
    onWay.add(field);
    for (const needed of field.needs) visit(needed);
    way.pop();
    onWay.delete(field);
    done.add(field);
    if (!inRing.has(field)) order.push(field);
  };
  for (const field of fields) visit(field);
  return { order, rings };
};
