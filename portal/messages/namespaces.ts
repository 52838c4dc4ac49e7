import 'i18next';

// Types the `t` function returned by `useTranslation`, so that keys without a message do not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      'task-fields': typeof import('#task-fields/messages/en/task-fields.json');
      audit: typeof import('./en/audit.json');
      board: typeof import('./en/board.json');
      designer: typeof import('./en/designer.json');
      devices: typeof import('./en/devices.json');
      'devices-of-people': typeof import('./en/devices-of-people.json');
      'property-labels': typeof import('./en/property-labels.json');
      'field-properties': typeof import('./en/field-properties.json');
      'field-types': typeof import('./en/field-types.json');
      fields: typeof import('./en/fields.json');
      general: typeof import('./en/general.json');
      inspections: typeof import('./en/inspections.json');
      integration: typeof import('./en/integration.json');
      items: typeof import('./en/items.json');
      'late-causes': typeof import('./en/late-causes.json');
      map: typeof import('./en/map.json');
      overview: typeof import('./en/overview.json');
      people: typeof import('./en/people.json');
      permissions: typeof import('./en/permissions.json');
      planning: typeof import('./en/planning.json');
      preview: typeof import('./en/preview.json');
      questions: typeof import('#questions/messages/en/questions.json');
      roles: typeof import('./en/roles.json');
      shell: typeof import('./en/shell.json');
      'sign-in-providers': typeof import('./en/sign-in-providers.json');
      'task-filters': typeof import('./en/task-filters.json');
      'task-history': typeof import('./en/task-history.json');
      'task-import': typeof import('./en/task-import.json');
      tasks: typeof import('./en/tasks.json');
      teams: typeof import('./en/teams.json');
      workbooks: typeof import('./en/workbooks.json');
      xlsform: typeof import('./en/xlsform.json');
    };
  }
}
