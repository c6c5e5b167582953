package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tianming-referee/tianming/clients/go/tianming"
)

// If your bot plays one game, keep the question of that game only.
func TestTheAnswerToAQuestionOfEachGameIsAnOption(t *testing.T) {
	files, _ := filepath.Glob("questions/*.bin")
	for _, file := range files {
		frame, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		question, err := tianming.QuestionOf(frame)
		if err != nil {
			t.Fatal(err)
		}
		if option := choose(question); option < 0 || option >= question.OptionCount {
			t.Errorf("%s: option %d of %d", file, option, question.OptionCount)
		}
	}
}
