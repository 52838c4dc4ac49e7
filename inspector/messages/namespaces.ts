import 'i18next';
import type questions from '#questions/messages/en/questions.json';
import type report from '#report/messages/en/report.json';
import type taskFields from '#task-fields/messages/en/task-fields.json';
import type account from './en/account.json';
import type evidence from './en/evidence.json';
import type general from './en/general.json';
import type inspection from './en/inspection.json';
import type myTasks from './en/my-tasks.json';
import type reportScreen from './en/report-screen.json';
import type session from './en/session.json';
import type status from './en/status.json';

// Types the `t` of `useTranslation('…')` so that unknown keys do not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      'task-fields': typeof taskFields;
      account: typeof account;
      evidence: typeof evidence;
      general: typeof general;
      inspection: typeof inspection;
      'my-tasks': typeof myTasks;
      questions: typeof questions;
      report: typeof report;
      'report-screen': typeof reportScreen;
      session: typeof session;
      status: typeof status;
    };
  }
}
