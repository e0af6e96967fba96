-- What an expense is for, and notes (decision 135).
alter table branch_settings add column expense_categories jsonb not null default '[]';
alter table expense add column category text, add column notes text;
