-- What helps a grown-up to choose a tale and to talk about it: motifs and questions in their order, and a sentence on what it is about.
alter table tales
  add column motifs text[] not null default '{}' check (cardinality(motifs) <= 12),
  add column why_it_matters text not null default '' check (length(why_it_matters) <= 300),
  add column questions text[] not null default '{}' check (cardinality(questions) <= 6);
