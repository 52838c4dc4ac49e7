import 'i18next';
import type questions from '#questions/messages/en/questions.json';
import type taskFields from '#task-fields/messages/en/task-fields.json';
import type audit from './en/audit.json';
import type board from './en/board.json';
import type designer from './en/designer.json';
import type devices from './en/devices.json';
import type devicesOfPeople from './en/devices-of-people.json';
import type fieldProperties from './en/field-properties.json';
import type fieldTypes from './en/field-types.json';
import type fields from './en/fields.json';
import type general from './en/general.json';
import type inspections from './en/inspections.json';
import type integration from './en/integration.json';
import type items from './en/items.json';
import type lateCauses from './en/late-causes.json';
import type map from './en/map.json';
import type overview from './en/overview.json';
import type people from './en/people.json';
import type permissions from './en/permissions.json';
import type planning from './en/planning.json';
import type preview from './en/preview.json';
import type propertyLabels from './en/property-labels.json';
import type roles from './en/roles.json';
import type shell from './en/shell.json';
import type signInProviders from './en/sign-in-providers.json';
import type taskFilters from './en/task-filters.json';
import type taskHistory from './en/task-history.json';
import type taskImport from './en/task-import.json';
import type tasks from './en/tasks.json';
import type teams from './en/teams.json';
import type workbooks from './en/workbooks.json';
import type xlsform from './en/xlsform.json';

// The type of `t` returned by `useTranslation('…')`. A key without a message does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      'task-fields': typeof taskFields;
      audit: typeof audit;
      board: typeof board;
      designer: typeof designer;
      devices: typeof devices;
      'devices-of-people': typeof devicesOfPeople;
      'property-labels': typeof propertyLabels;
      'field-properties': typeof fieldProperties;
      'field-types': typeof fieldTypes;
      fields: typeof fields;
      general: typeof general;
      inspections: typeof inspections;
      integration: typeof integration;
      items: typeof items;
      'late-causes': typeof lateCauses;
      map: typeof map;
      overview: typeof overview;
      people: typeof people;
      permissions: typeof permissions;
      planning: typeof planning;
      preview: typeof preview;
      questions: typeof questions;
      roles: typeof roles;
      shell: typeof shell;
      'sign-in-providers': typeof signInProviders;
      'task-filters': typeof taskFilters;
      'task-history': typeof taskHistory;
      'task-import': typeof taskImport;
      tasks: typeof tasks;
      teams: typeof teams;
      workbooks: typeof workbooks;
      xlsform: typeof xlsform;
    };
  }
}
