import { hideNotification, showNotification } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProblemMessage } from '#portal/problems/ProblemNote.tsx';
import { MessageWithButton } from '#portal/ui/MessageWithButton.tsx';

/** Tells users who have left a form that it was not saved. A button opens the form with the stored input. */
export const useSaveFailedNote = (href: string) => {
  const router = useRouter();
  const { t } = useTranslation('general');
  const problemText = useProblemMessage();
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
          message={`${problemText(problem)} ${t('stillStored')}`}
          label={t('open')}
          onClick={openForm}
        />
      ),
    });
  };
};
