import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useMemberWords } from '#portal/workbooks/fields/field-words.ts';
import { nameOf, takenNames } from '#portal/workbooks/model/draft-tree.ts';
import { freshName, nameFault, nameFromLabel } from '#portal/workbooks/model/field-names.ts';
import { textIn } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import { usePropertyWords } from './property-words.ts';
import type { FieldEdit } from './use-field-edit.ts';

const faultWords = {
  missing: 'nameMissing',
  malformed: 'nameMalformed',
  tooLong: 'nameTooLong',
  taken: 'nameTaken',
} as const;

/** The name of a field, which is taken when it is left, for whoever names it is renamed along. */
export const NameInput = ({ edit: { node, faultOf } }: { edit: FieldEdit }) => {
  const t = usePropertyWords();
  const member = useMemberWords();
  const { tree, act } = useDesigner();
  const { key, members } = node;
  const [typed, setTyped] = useState<string | null>(null);
  const taken = takenNames(tree.nodes, key);
  const fault = typed === null ? undefined : nameFault(typed, taken);
  const label = textIn(members.label, '', []);

  const take = () => {
    if (typed !== null && fault === undefined && typed !== nameOf(node))
      act({ kind: 'rename', key, name: typed });
    setTyped(null);
  };
  return (
    <TextInput
      label={member('name')}
      description={t('nameHint')}
      value={typed ?? nameOf(node)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key: pressed }) => {
        if (pressed === 'Enter') take();
        if (pressed === 'Escape') setTyped(null);
      }}
      spellCheck={false}
      autoComplete="off"
      error={fault === undefined ? faultOf('name') : t(faultWords[fault])}
      rightSection={
        label !== '' && (
          <Tooltip label={t('nameAfterLabel')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('nameAfterLabel')}
              onClick={() => act({ kind: 'rename', key, name: freshName(nameFromLabel(label), taken) })}
            >
              <IconWand size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  );
};
