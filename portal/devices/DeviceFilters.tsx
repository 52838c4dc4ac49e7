import { Button, Group, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fullName } from '#portal/api/lookups.ts';
import { readUser } from '#portal/api/users.ts';
import { SearchField } from '#portal/frame/SearchField.tsx';
import { useMay } from '#portal/session/me.ts';
import { DEVICE_STATES, type DeviceState, type DevicesSearch, SILENCES } from './devices-search.ts';
import { useDevicesWords } from './words.ts';

/** Which devices: those that have ended stand in the audit log, which knows no other filters. */
export const DeviceFilters = ({
  search,
  onChange,
}: {
  search: DevicesSearch;
  onChange: (more: Partial<DevicesSearch>) => void;
}) => {
  const t = useDevicesWords();
  const mayReadAudit = useMay('Audit.Read');
  const { state, userId, isUnsent, silentDays } = search;
  const isEnded = state === 'ended' || state === 'erased';
  const states = mayReadAudit ? DEVICE_STATES : DEVICE_STATES.slice(0, 2);
  return (
    <Group gap="xs" mb="sm" align="flex-end">
      {!isEnded && (
        <SearchField label={t('search')} value={search.text ?? ''} onSearch={(text) => onChange({ text })} />
      )}
      <Select
        aria-label={t('state')}
        placeholder={t('anyState')}
        clearable
        data={states.map((value) => ({ value, label: t(value) }))}
        value={state ?? null}
        onChange={(value) => onChange({ state: (value ?? undefined) as DeviceState | undefined })}
        w={{ base: '100%', xs: 200 }}
      />
      {!isEnded && (
        <>
          <Select
            aria-label={t('unsent')}
            placeholder={t('unsentOrNot')}
            clearable
            data={[
              { value: 'true', label: t('hasUnsent') },
              { value: 'false', label: t('allSent') },
            ]}
            value={isUnsent === undefined ? null : String(isUnsent)}
            onChange={(value) => onChange({ isUnsent: value === null ? undefined : value === 'true' })}
            w={{ base: '100%', xs: 220 }}
          />
          <Select
            aria-label={t('silence')}
            placeholder={t('anySilence')}
            clearable
            data={SILENCES.map((days) => ({ value: String(days), label: t('silentDays', { count: days }) }))}
            value={silentDays === undefined ? null : String(silentDays)}
            onChange={(value) => onChange({ silentDays: SILENCES.find((days) => String(days) === value) })}
            w={{ base: '100%', xs: 220 }}
          />
        </>
      )}
      {!isEnded && userId !== undefined && (
        <OnlyOf userId={userId} onClear={() => onChange({ userId: undefined })} />
      )}
    </Group>
  );
};

const OnlyOf = ({ userId, onClear }: { userId: number; onClear: () => void }) => {
  const t = useDevicesWords();
  const user = useQuery({ queryKey: ['users', userId], queryFn: () => readUser(userId) });
  return (
    <Button
      variant="default"
      rightSection={<IconX size={14} aria-hidden />}
      title={t('everybody')}
      onClick={onClear}
    >
      {t('onlyOf', { name: user.data ? fullName(user.data) : '…' })}
    </Button>
  );
};
