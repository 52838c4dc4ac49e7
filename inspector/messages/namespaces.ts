import 'i18next';

// Types the `t` function returned by `useTranslation`, so that keys without a message do not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      'task-fields': typeof import('#task-fields/messages/en/task-fields.json');
      account: typeof import('./en/account.json');
      evidence: typeof import('./en/evidence.json');
      general: typeof import('./en/general.json');
      inspection: typeof import('./en/inspection.json');
      'my-tasks': typeof import('./en/my-tasks.json');
      questions: typeof import('#questions/messages/en/questions.json');
      report: typeof import('#report/messages/en/report.json');
      'report-screen': typeof import('./en/report-screen.json');
      session: typeof import('./en/session.json');
      status: typeof import('./en/status.json');
    };
  }
}
