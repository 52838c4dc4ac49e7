import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { orderFields } from './order-fields.ts';

type Node = { name: string; needs: Node[] };

const graphOf = (edges: Record<string, string>): Node[] => {
  const nodes = new Map(Object.keys(edges).map((name) => [name, { name, needs: [] as Node[] }]));
  for (const [name, needed] of Object.entries(edges)) {
    for (const each of needed) nodes.get(name)!.needs.push(nodes.get(each)!);
  }
  return [...nodes.values()];
};
const names = (nodes: Node[]) => nodes.map(({ name }) => name).join('');

test('fields keep their order, but stand after what they need', () => {
  assert.equal(names(orderFields(graphOf({ a: '', b: '', c: '' })).order), 'abc');
  assert.equal(names(orderFields(graphOf({ a: 'c', b: '', c: 'd', d: '' })).order), 'dcab');
});

test('fields that need themselves are told as a ring, and those that need them are not', () => {
  const { order, rings } = orderFields(graphOf({ a: 'b', b: 'c', c: 'b', d: 'd', e: '' }));
  assert.equal(names(order), 'ae');
  assert.deepEqual(rings.map(names), ['bc', 'd']);
});

test('whatever needs whatever, an order is kept or a ring is told', () => {
  const graph = fc
    .array(fc.array(fc.nat(9), { maxLength: 4 }), { minLength: 10, maxLength: 10 })
    .map((edges) => {
      const nodes: Node[] = edges.map((_, place) => ({ name: String(place), needs: [] }));
      for (const [place, needed] of edges.entries()) nodes[place]!.needs = needed.map((each) => nodes[each]!);
      return nodes;
    });
  fc.assert(
    fc.property(graph, (nodes) => {
      const { order, rings } = orderFields(nodes);
      const inRing = new Set(rings.flat());
      const place = new Map(order.map((node, at) => [node, at]));
      for (const node of order) {
        for (const needed of node.needs) {
          assert.ok(!place.has(needed) || place.get(needed)! < place.get(node)!);
        }
      }
      for (const ring of rings) {
        for (const [at, node] of ring.entries())
          assert.ok(node.needs.includes(ring[(at + 1) % ring.length]!));
      }
      assert.equal(new Set([...order, ...inRing]).size <= nodes.length, true);
      assert.ok(order.length > 0 || rings.length > 0);
      const left = nodes.filter((node) => !place.has(node));
      assert.ok(left.length === 0 || rings.length > 0);
    }),
  );
});
