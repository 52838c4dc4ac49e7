-- Each change of an edit names the changed property of the task. Renames this JSON member from "member" to
-- "property", because a member is otherwise a user in a group.

update task_event set details = jsonb_set(details, '{changes}', (
  select jsonb_agg((change - 'member') || jsonb_build_object('property', change -> 'member') order by position)
  from jsonb_array_elements(details -> 'changes') with ordinality as element (change, position)
)) where kind = 'edited' and jsonb_array_length(details -> 'changes') > 0;
