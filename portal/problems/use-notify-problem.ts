import { showNotification } from '@mantine/notifications';
import { useProblemMessage } from './ProblemNote.tsx';

export const useNotifyProblem = () => {
  const problemText = useProblemMessage();
  return (problem: unknown, title?: string) =>
    showNotification({ color: 'red', title, message: problemText(problem), autoClose: 12_000 });
};
