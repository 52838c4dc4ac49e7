import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { orderFields } from './order-fields.ts';

type Node = { name: string; dependencies: Node[] };

const createGraph = (edges: Record<string, string>): Node[] => {
  const nodes = new Map(Object.keys(edges).map((name) => [name, { name, dependencies: [] as Node[] }]));
  for (const [name, targets] of Object.entries(edges)) {
    for (const target of targets) nodes.get(name)!.dependencies.push(nodes.get(target)!);
  }
  return [...nodes.values()];
};
const joinNames = (nodes: Node[]) => nodes.map(({ name }) => name).join('');

test('preserves the order of fields, except that dependencies come first', () => {
  assert.equal(joinNames(orderFields(createGraph({ a: '', b: '', c: '' })).order), 'abc');
  assert.equal(joinNames(orderFields(createGraph({ a: 'c', b: '', c: 'd', d: '' })).order), 'dcab');
});

test('reports fields that depend on themselves as a cycle, but not fields that depend on a cycle', () => {
  const { order, cycles } = orderFields(createGraph({ a: 'b', b: 'c', c: 'b', d: 'd', e: '' }));
  assert.equal(joinNames(order), 'ae');
  assert.deepEqual(cycles.map(joinNames), ['bc', 'd']);
});

test('returns an order or a cycle, whatever the dependencies', () => {
  const graph = fc
    .array(fc.array(fc.nat(9), { maxLength: 4 }), { minLength: 10, maxLength: 10 })
    .map((edges) => {
      const nodes: Node[] = edges.map((_, index) => ({ name: String(index), dependencies: [] }));
      for (const [index, targets] of edges.entries())
        nodes[index]!.dependencies = targets.map((target) => nodes[target]!);
      return nodes;
    });
  fc.assert(
    fc.property(graph, (nodes) => {
      const { order, cycles } = orderFields(nodes);
      const cycleNodes = new Set(cycles.flat());
      const positions = new Map(order.map((node, index) => [node, index]));
      for (const node of order) {
        for (const dependency of node.dependencies) {
          assert.ok(!positions.has(dependency) || positions.get(dependency)! < positions.get(node)!);
        }
      }
      for (const cycle of cycles) {
        for (const [index, node] of cycle.entries())
          assert.ok(node.dependencies.includes(cycle[(index + 1) % cycle.length]!));
      }
      assert.equal(new Set([...order, ...cycleNodes]).size <= nodes.length, true);
      assert.ok(order.length > 0 || cycles.length > 0);
      const unordered = nodes.filter((node) => !positions.has(node));
      assert.ok(unordered.length === 0 || cycles.length > 0);
    }),
  );
});
