import { useMemo } from 'react';
import { isInProperty } from '#portal/workbooks/model/draft-errors.ts';
import type { FieldNode, PropertiesChange } from '#portal/workbooks/model/draft-tree.ts';
import { useDesigner } from './designer-context.ts';

export const useFieldEdit = (node: FieldNode) => {
  const { dispatch, errors } = useDesigner();
  const { key } = node;
  const fieldErrors = useMemo(() => errors.filter((error) => error.key === key), [errors, key]);
  const findErrors = (property: string) => fieldErrors.filter((error) => isInProperty(error, property));
  return {
    node,
    set: (changes: PropertiesChange) => dispatch({ kind: 'set', key, changes }),
    endStep: () => dispatch({ kind: 'endStep' }),
    findErrors,
    findErrorMessage: (property: string): string | undefined => findErrors(property)[0]?.message,
  };
};

export type FieldEdit = ReturnType<typeof useFieldEdit>;
