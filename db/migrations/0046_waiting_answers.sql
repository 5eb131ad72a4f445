-- An answer that was saved while no mail server was configured: it is sent, and the message counts as answered, once there is one.
alter table messages
  add column is_answer_waiting boolean not null default false,
  add check (not is_answer_waiting or answer is not null);
