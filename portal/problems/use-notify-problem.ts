import { showNotification } from '@mantine/notifications';
import { useProblemFormatter } from './ProblemNote.tsx';

export const useNotifyProblem = () => {
  const formatProblem = useProblemFormatter();
  return (problem: unknown, title?: string) =>
    showNotification({ color: 'red', title, message: formatProblem(problem), autoClose: 12_000 });
};
