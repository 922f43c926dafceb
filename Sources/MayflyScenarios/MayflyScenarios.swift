internal import MayflyModel
