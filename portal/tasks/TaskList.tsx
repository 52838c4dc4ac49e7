import { Page } from '#portal/frame/Page.tsx';

export const TaskList = () => <Page title="Tasks">x</Page>;
