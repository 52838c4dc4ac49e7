import type { ExpressionScope } from '#portal/workbooks/expressions/expression-suggestions.ts';
import { type FieldNode, nameOf, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { readText } from '#portal/workbooks/model/local-texts.ts';

export const listNamedFields = (nodes: readonly FieldNode[]): ExpressionScope['fields'] =>
  [...walkNodes(nodes)]
    .filter(({ properties: { type } }) => type !== 'note' && type !== 'section')
    .map((node) => {
      const { type, label, choices } = node.properties;
      return { name: nameOf(node), type: String(type), label: readText(label, '', []), choices };
    });
