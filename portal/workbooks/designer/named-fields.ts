import type { ExpressionScope } from '#portal/workbooks/expressions/expression-suggestions.ts';
import { type FieldNode, nameOf, walkNodes } from '#portal/workbooks/model/draft-tree.ts';
import { textIn } from '#portal/workbooks/model/local-texts.ts';

/** The fields that have a value, which expressions can refer to. */
export const namedFieldsOf = (nodes: readonly FieldNode[]): ExpressionScope['fields'] =>
  [...walkNodes(nodes)]
    .map(({ node }) => node)
    .filter(({ members: { type } }) => type !== 'note' && type !== 'section')
    .map((node) => {
      const { type, label, choices } = node.members;
      return { name: nameOf(node), type: String(type), label: textIn(label, '', []), choices };
    });
