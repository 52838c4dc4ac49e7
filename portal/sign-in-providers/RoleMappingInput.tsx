import { MultiSelect } from '@mantine/core';
import { MappingRows } from './MappingRows.tsx';
import type { RoleRow } from './provider-form.ts';
import { useSignInWords } from './words.ts';

/** Which roles the values of a claim give. */
export const RoleMappingInput = ({
  roleNames,
  ...mapping
}: {
  claim: string;
  rows: readonly RoleRow[];
  roleNames: string[];
  fault: string | undefined;
  theirs: string | undefined;
  onChange: (claim: string, rows: RoleRow[]) => void;
}) => {
  const t = useSignInWords();
  return (
    <MappingRows
      {...mapping}
      title={t('roleMapping')}
      hint={t('roleMappingHint')}
      empty={{ value: '', roles: [] }}
      meaning={(row, number, set) => (
        <MultiSelect
          searchable
          aria-label={t('rolesOf', { number })}
          data={[...new Set([...roleNames, ...row.roles])]}
          value={row.roles}
          onChange={(roles) => set({ roles })}
          flex={3}
        />
      )}
    />
  );
};
