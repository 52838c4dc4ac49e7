import { hideNotification, showNotification } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProblemFormatter } from '#portal/problems/ProblemNote.tsx';
import { MessageWithButton } from '#portal/ui/MessageWithButton.tsx';

export const useSaveFailedNote = (href: string) => {
  const router = useRouter();
  const { t } = useTranslation('general');
  const formatProblem = useProblemFormatter();
  return (problem: unknown) => {
    const id = `not saved ${href}`;
    const openForm = () => {
      hideNotification(id);
      router.history.push(href);
    };
    showNotification({
      id,
      color: 'red',
      title: t('notSaved'),
      autoClose: false,
      message: (
        <MessageWithButton
          message={`${formatProblem(problem)} ${t('stillStored')}`}
          label={t('open')}
          onClick={openForm}
        />
      ),
    });
  };
};
