import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconWand } from '#kit/icons/icons.ts';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { listUsedNames, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { checkName, createUniqueName, deriveName } from '#portal/workbooks/model/field-names.ts';
import { readText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

const ERROR_KEYS = {
  missing: 'nameMissing',
  malformed: 'nameMalformed',
  tooLong: 'nameTooLong',
  taken: 'nameTaken',
} as const;

/** Applies the new name only on blur or Enter, because renaming also updates every reference to the field. */
export const NameInput = ({ edit, isQuestion }: { edit: FieldEdit; isQuestion: boolean }) => {
  const { t } = useTranslation('field-properties');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const { tree, dispatch } = useDesigner();
  const { node, findErrorMessage } = edit;
  const { key, properties } = node;
  const [typedName, setTypedName] = useState<string | null>(null);
  const otherNames = listUsedNames(tree.nodes, key);
  const inputError = typedName === null ? undefined : checkName(typedName, otherNames);
  const label = readText(properties.label, '', []);

  const apply = () => {
    if (typedName !== null && inputError === undefined && typedName !== nameOf(node))
      dispatch({ kind: 'rename', key, name: typedName });
    setTypedName(null);
  };
  return (
    <TextInput
      label={tPropertyLabels('name')}
      description={t('nameHint')}
      value={typedName ?? nameOf(node)}
      onChange={({ currentTarget }) => setTypedName(currentTarget.value)}
      onBlur={apply}
      onKeyDown={({ key: pressedKey }) => {
        if (pressedKey === 'Enter') apply();
        if (pressedKey === 'Escape') setTypedName(null);
      }}
      spellCheck={false}
      autoComplete="off"
      error={inputError === undefined ? findErrorMessage('name') : t(ERROR_KEYS[inputError])}
      rightSection={
        label !== '' && (
          <IconButton
            icon={IconWand}
            label={t(isQuestion ? 'nameAfterQuestion' : 'nameAfterLabel')}
            onClick={() =>
              dispatch({ kind: 'rename', key, name: createUniqueName(deriveName(label), otherNames) })
            }
          />
        )
      }
    />
  );
};
