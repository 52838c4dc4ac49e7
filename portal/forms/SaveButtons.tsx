import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  edits: { isDirty: boolean; leave: (close: () => unknown) => Promise<void> };
  save: { isPending: boolean; reset: () => void };
};

export const SaveButtons = ({ edits: { isDirty, leave }, save: { isPending, reset } }: Props) => {
  const { t } = useTranslation('general');
  return (
    <Group gap="xs">
      <Button type="submit" disabled={!isDirty} loading={isPending}>
        {t('save')}
      </Button>
      {isDirty && (
        <Button variant="subtle" disabled={isPending} onClick={() => void leave(reset)}>
          {t('cancel')}
        </Button>
      )}
    </Group>
  );
};
